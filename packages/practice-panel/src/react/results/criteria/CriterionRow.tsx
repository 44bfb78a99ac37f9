import type { Criterion, CriterionStatus } from '@agent-factory/protocol';
import type { Ladder } from '../../../client/journey/hints.js';
import { HintLadder } from '../../hints/HintLadder.js';
import { Icon, type IconName } from '../../parts/icons.js';
import { Prose } from '../../parts/Prose.js';
import { Compare } from './Compare.js';

const MARKS: Readonly<Record<CriterionStatus, { readonly icon: IconName; readonly text: string }>> = {
  passed: { icon: 'check', text: 'Passed' },
  failed: { icon: 'cross', text: 'Not yet' },
  skipped: { icon: 'skip', text: 'Skipped' },
};

interface CriterionRowProps {
  readonly criterion: Criterion;
  readonly ladder: Ladder | undefined;
  readonly onReveal: (criterion: string) => void;
}

/** One criterion: its mark in shape and words, what is missing, and hints for those who ask for them. */
export function CriterionRow({ criterion, ladder, onReveal }: CriterionRowProps) {
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
        {criterion.status === 'failed' && <Compare criterion={criterion} />}
        <Hints criterion={criterion} ladder={ladder} onReveal={onReveal} />
      </div>
    </li>
  );
}

/** What the check itself says about this failure, and the ladder for those who need more. */
function Hints({ criterion, ladder, onReveal }: CriterionRowProps) {
  const hasLadder = ladder !== undefined && criterion.status === 'failed';
  return (
    <>
      {criterion.hint && (
        <details className="practice-details">
          <summary>{hasLadder ? 'Hint from the check' : 'Hint'}</summary>
          <p>
            <Prose text={criterion.hint} />
          </p>
        </details>
      )}
      {hasLadder && <HintLadder criterion={criterion.name} ladder={ladder} onReveal={() => onReveal(criterion.name)} />}
    </>
  );
}
