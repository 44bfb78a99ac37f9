import type { Criterion, CriterionStatus } from '@agent-factory/protocol';
import { Icon, type IconName } from './icons.js';

const MARKS: Readonly<Record<CriterionStatus, { readonly icon: IconName; readonly text: string }>> = {
  passed: { icon: 'check', text: 'Passed' },
  failed: { icon: 'cross', text: 'Not yet' },
  skipped: { icon: 'skip', text: 'Skipped' },
};

/** One criterion: its mark in shape and words, what is missing, and a hint for who asks for it. */
export function CriterionRow({ criterion }: { readonly criterion: Criterion }) {
  const mark = MARKS[criterion.status];
  return (
    <li className="practice-criterion" data-status={criterion.status}>
      <span className="practice-mark">
        <Icon name={mark.icon} />
      </span>
      <div className="practice-criterion-body">
        <p className="practice-criterion-name">
          <span className="practice-criterion-words">{criterion.name}</span>
          <span className="practice-criterion-status">{mark.text}</span>
        </p>
        {criterion.message && <p className="practice-criterion-message">{criterion.message}</p>}
        {criterion.hint && (
          <details className="practice-details">
            <summary>Hint</summary>
            <p>{criterion.hint}</p>
          </details>
        )}
      </div>
    </li>
  );
}
