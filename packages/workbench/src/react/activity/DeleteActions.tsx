import { useEffect, useRef, useState } from 'react';
import { useWorkbench } from '../context.js';

interface DeleteActionsProps {
  readonly onKeep: () => void;
  readonly onDeleted: () => void;
}

/** Asks before the log is deleted. */
export function DeleteActions({ onKeep, onDeleted }: DeleteActionsProps) {
  const { rest } = useWorkbench();
  const [problem, setProblem] = useState<string>();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const remove = async () => {
    const outcome = await rest.deleteActions();
    if (outcome.ok) onDeleted();
    else setProblem(`Nothing was deleted. ${outcome.error.message}`);
  };
  return (
    <section className="wb-bar" data-tone="danger" aria-label="Delete the log">
      <p className="wb-bar-words">
        Delete everything that was logged of this project? It cannot be brought back. Your files stay.
        {problem && (
          <span role="alert" className="wb-field-problem">
            {problem}
          </span>
        )}
      </p>
      <button ref={keep} type="button" className="practice-action" onClick={onKeep}>
        Keep it
      </button>
      <button type="button" className="practice-action" data-kind="danger" onClick={() => void remove()}>
        Delete it
      </button>
    </section>
  );
}
