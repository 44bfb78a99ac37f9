import { useGuide } from './guide.js';

/** Leads to a line of the tutorial. */
export function LineLink({ line }: { line: number }) {
  const { showLine } = useGuide();
  return (
    <button type="button" className="link" onClick={() => showLine(line)}>
      line {line}
    </button>
  );
}
