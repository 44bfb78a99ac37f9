import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useWorkbench } from '../context.js';
import { usePanelActions } from '../panel-actions.js';
import { whyNoPath } from './new-path.js';

interface NewFileProps {
  /** Begins the path: the folder that the student is in. */
  readonly folder: string;
  readonly onDone: () => void;
}

/** Asks for the path of a new file. */
export function NewFile({ folder, onDone }: NewFileProps) {
  const workbench = useWorkbench();
  const { showFile } = usePanelActions();
  const [path, setPath] = useState(folder);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus(), []);
  const make = (event: FormEvent) => {
    event.preventDefault();
    const wanted = path.trim();
    const why = whyNoPath(wanted, workbench.tree);
    setProblem(why);
    if (why !== undefined) return;
    workbench.newFile(wanted);
    onDone();
    // Without a connection there is none.
    if (workbench.snapshot().documents.some(({ path: open }) => open === wanted)) showFile(wanted, { focus: true });
  };
  return (
    <form className="wb-new-file" onSubmit={make} onKeyDown={({ key }) => key === 'Escape' && onDone()}>
      <label htmlFor={id}>Path of the new file</label>
      <div className="wb-line">
        <input
          ref={input}
          id={id}
          className="practice-input"
          value={path}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder="src/example.py"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => setPath(target.value)}
        />
        <button type="submit" className="practice-action" data-kind="primary">
          Make
        </button>
      </div>
      <p id={`${id}-problem`} role="status" className="wb-field-problem">
        {problem}
      </p>
    </form>
  );
}
