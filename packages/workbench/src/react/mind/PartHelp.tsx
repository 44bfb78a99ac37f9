import type { MindPart } from '@agent-factory/protocol/mind';
import { useSelected } from '../context.js';
import { DashboardWay } from './DashboardWay.js';

interface PartHelpProps {
  readonly part: MindPart;
  /** Where nobody has asked for it, it is a line at first. */
  readonly isFolded?: boolean;
}

/** What a part of the coach does, why it does not just now, and where that changes; nothing where it works. */
export function PartHelp({ part, isFolded = false }: PartHelpProps) {
  const known = useSelected((state) => state.mind.parts?.[part]);
  if (known === undefined || known.works) return null;
  const help = (
    <div className="wb-help">
      <p>{known.explanation}</p>
      <DashboardWay what="Settings of the coach" where="Choose Settings there." />
    </div>
  );
  if (!isFolded) return help;
  return (
    <details className="practice-details">
      <summary>Not just now: why, and what to do</summary>
      {help}
    </details>
  );
}
