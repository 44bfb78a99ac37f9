import { useId, useRef, useState } from 'react';
import type { CheckState } from '../client/state.js';
import { CheckProblem } from './CheckProblem.js';
import { CriterionRow } from './CriterionRow.js';
import { checkSummary, checkTone } from './check-words.js';
import { Icon } from './icons.js';
import { useKeptHeight } from './use-kept-height.js';
import { useShownRows } from './use-shown-rows.js';

interface CheckResultsProps {
  readonly check: CheckState;
  readonly xp: number;
  readonly onDismiss: () => void;
}

/**
 * Where the student stands, criterion by criterion; it folds away to give the terminal its room back.
 * While it is checked again it keeps its height, so that the terminal above stays where it is.
 */
export function CheckResults({ check, xp, onDismiss }: CheckResultsProps) {
  const [open, setOpen] = useState(true);
  const listId = useId();
  const content = useRef<HTMLDivElement>(null);
  const { rows, earlier } = useShownRows(check);
  const isRunning = check.status === 'running';
  useKeptHeight(content, isRunning);
  if (check.status === 'none') return null;
  return (
    <section className="practice-results" aria-label="Check My Work" aria-busy={isRunning} data-tone={checkTone(check)}>
      <div className="practice-results-head">
        <h3 className="practice-results-title">
          <button
            type="button"
            className="practice-fold"
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            <Icon name="chevron" />
            {checkSummary(check)}
          </button>
        </h3>
        {check.status === 'done' && check.result.complete && xp > 0 && (
          <span className="practice-xp">{`+${xp} XP`}</span>
        )}
        <button type="button" className="practice-icon-button" aria-label="Close the results" onClick={onDismiss}>
          <Icon name="cross" />
        </button>
      </div>
      <div id={listId} className="practice-results-body" hidden={!open}>
        <div ref={content}>
          <CheckProblem check={check} />
          <ul className="practice-criteria" data-earlier={earlier}>
            {rows.map((criterion, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever grow at the end, and names may repeat
              <CriterionRow key={index} criterion={criterion} />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
