import { VISIBILITIES, type Visibility } from '@agent-factory/protocol/coach';
import { useId, useState } from 'react';
import { useSelected, useWorkbench } from '../context.js';
import { VISIBILITY_WORDS } from './visibility-words.js';

/** What the agent may see of the student's work: the student says. */
export function VisibilityChoice() {
  const workbench = useWorkbench();
  const chosen = useSelected((state) => state.visibility);
  const [asked, setAsked] = useState<Visibility>();
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const choose = async (visibility: Visibility) => {
    setAsked(visibility);
    const outcome = await workbench.setVisibility(visibility);
    setAsked(undefined);
    setProblem(outcome.ok ? undefined : `Not changed. ${outcome.error.message}`);
  };
  return (
    <fieldset className="wb-choices">
      <legend>What the agent may see</legend>
      {VISIBILITIES.map((visibility) => (
        <label key={visibility}>
          <input
            type="radio"
            name={id}
            checked={visibility === (asked ?? chosen)}
            aria-labelledby={`${id}-${visibility}-name`}
            aria-describedby={`${id}-${visibility}`}
            onChange={() => void choose(visibility)}
          />
          <span>
            <strong id={`${id}-${visibility}-name`}>{VISIBILITY_WORDS[visibility].name}</strong>
            <span id={`${id}-${visibility}`} className="practice-muted">
              {VISIBILITY_WORDS[visibility].means}
            </span>
          </span>
        </label>
      ))}
      <p role="status" className="wb-field-problem">
        {problem}
      </p>
    </fieldset>
  );
}
