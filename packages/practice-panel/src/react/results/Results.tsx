import type { Stage } from '@agent-factory/protocol';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { CheckState } from '../../client/journey/check-state.js';
import type { Ladders } from '../../client/journey/hints.js';
import { Icon } from '../parts/icons.js';
import { CheckProblem } from './CheckProblem.js';
import { checkTone } from './check-words.js';
import { CriteriaList } from './criteria/CriteriaList.js';
import { useKeptHeight } from './use-kept-height.js';
import { useShownRows } from './use-shown-rows.js';

/** What one kind of check shows beside its rows. */
export interface ResultsParts {
  readonly check: CheckState;
  /** Names the region. */
  readonly label: string;
  readonly summary: string;
  readonly closeLabel: string;
  /** Beside the summary. */
  readonly badge?: ReactNode;
  /** Above the rows. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

interface ResultsProps extends ResultsParts {
  readonly stages: readonly Stage[];
  readonly ladders: Ladders;
  readonly onReveal: (criterion: string) => void;
  /** Below the rows. */
  readonly children: ReactNode;
}

/**
 * Where the student stands, criterion by criterion. It folds away to give the terminal its room back.
 * While the work is checked again it keeps its height, so that the terminal above stays where it is.
 */
export function Results(props: ResultsProps) {
  const { check, label, summary, closeLabel, badge, note, onClose, children, ...rest } = props;
  const [open, setOpen] = useState(true);
  const listId = useId();
  const content = useRef<HTMLDivElement>(null);
  const { rows, earlier } = useShownRows(check);
  const isRunning = check.status === 'running';
  useKeptHeight(content, isRunning);
  return (
    <section className="practice-results" aria-label={label} aria-busy={isRunning} data-tone={checkTone(check)}>
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
            {summary}
          </button>
        </h3>
        {badge}
        <button type="button" className="practice-icon-button" aria-label={closeLabel} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </div>
      <div id={listId} className="practice-results-body" hidden={!open}>
        {note}
        <div ref={content}>
          <CheckProblem check={check} />
          <CriteriaList rows={rows} earlier={earlier} {...rest} />
        </div>
        {children}
      </div>
    </section>
  );
}
