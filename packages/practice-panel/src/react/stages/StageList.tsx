import type { CriterionStatus } from '@agent-factory/protocol';
import type { StageProgress } from '@agent-factory/protocol/stages';
import { refusalReason } from '../../client/stages/refusal.js';
import { standingWords } from '../../client/stages/stage-words.js';
import { Icon, type IconName } from '../parts/icons.js';

const CRITERION_MARKS: Readonly<Record<CriterionStatus, { readonly icon: IconName; readonly text: string }>> = {
  passed: { icon: 'check', text: 'Passed' },
  failed: { icon: 'cross', text: 'Not yet' },
  skipped: { icon: 'skip', text: 'Not judged yet' },
};
/** Characters of a hash that are shown whole. */
const SHORT_HASH = 14;

/** All stages: what was verified and by whom, where the student is, what is next. */
export function StageList({ stages }: { readonly stages: readonly StageProgress[] }) {
  return (
    <ol className="practice-stages-list" aria-label="Stages">
      {stages.map((stage) => (
        <StageItem key={stage.number} stage={stage} words={standingWords(stage, stages)} />
      ))}
    </ol>
  );
}

function StageItem({ stage, words }: { readonly stage: StageProgress; readonly words: string }) {
  const { number, title, status, by, refused, unlocked } = stage;
  return (
    <li data-status={status} data-by={by} aria-current={status === 'current' ? 'step' : undefined}>
      <span className="practice-stages-mark" aria-hidden="true">
        {status === 'complete' ? <Icon name="check" /> : number}
      </span>
      <div className="practice-stages-body">
        <p className="practice-stages-title">
          <span className="practice-visually-hidden">{`Stage ${number}: `}</span>
          {title}
        </p>
        <p className="practice-stages-words">{words}</p>
        {refused && status !== 'complete' && (
          <p className="practice-stages-refused">{`The tutor said it is complete. Not yet: ${refusalReason(refused)}`}</p>
        )}
        {unlocked && <p className="practice-stages-unlocked">{`Unlocked by ${shortHash(unlocked.txHash)}`}</p>}
        <Criteria stage={stage} />
      </div>
    </li>
  );
}

/** Of the current stage at once, of the others for those who want to know. */
function Criteria({ stage: { title, status, criteria } }: { readonly stage: StageProgress }) {
  if (criteria.length === 0) return null;
  const passed = criteria.filter((criterion) => criterion.status === 'passed').length;
  return (
    <details className="practice-details" open={status === 'current'}>
      <summary>
        {`${passed} of ${criteria.length} criteria met`}
        <span className="practice-visually-hidden"> in {title}</span>
      </summary>
      <ul>
        {criteria.map((criterion) => {
          const mark = CRITERION_MARKS[criterion.status];
          return (
            <li key={criterion.name} data-status={criterion.status}>
              <Icon name={mark.icon} />
              <span>
                {criterion.name}
                <span className="practice-visually-hidden">{`: ${mark.text}`}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Enough to recognize a transaction by. */
function shortHash(hash: string): string {
  return hash.length <= SHORT_HASH ? hash : `${hash.slice(0, 8)}…${hash.slice(-4)}`;
}
