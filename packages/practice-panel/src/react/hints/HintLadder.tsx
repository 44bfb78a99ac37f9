import { useId } from 'react';
import type { Ladder } from '../../client/journey/hints.js';
import { Prose } from '../parts/Prose.js';
import { useTimeLeft, waitWords } from './use-time-left.js';

interface HintLadderProps {
  readonly criterion: string;
  readonly ladder: Ladder;
  readonly onReveal: () => void;
}

/** The hints for one criterion, from where to look to a partial step: revealed one at a time; those shown stay. */
export function HintLadder({ criterion, ladder, onReveal }: HintLadderProps) {
  const { shown, total, problem } = ladder;
  return (
    <div className="practice-ladder">
      <ol className="practice-rungs" aria-label={`Hints for ${criterion}`} aria-live="polite">
        {shown.map((hint, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rungs are only ever added at the end
          <li key={index}>
            <span className="practice-rung-number">{`Hint ${index + 1} of ${total}`}</span>
            <p>
              <Prose text={hint} />
            </p>
          </li>
        ))}
      </ol>
      {shown.length < total && <NextRung ladder={ladder} onReveal={onReveal} />}
      {shown.length >= total && (
        <p className="practice-muted">That was the last hint. Ask the tutor in the terminal about it.</p>
      )}
      {problem && (
        <p className="practice-ladder-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The button for the next hint. If the hint has to wait, the button keeps the focus and says for how long. */
function NextRung({ ladder, onReveal }: Pick<HintLadderProps, 'ladder' | 'onReveal'>) {
  const { shown, total, nextAt, asking } = ladder;
  const left = useTimeLeft(nextAt);
  const waitId = useId();
  const isLocked = left > 0;
  return (
    <div className="practice-next-rung">
      <button
        type="button"
        className="practice-action"
        aria-disabled={isLocked || asking}
        aria-describedby={isLocked ? waitId : undefined}
        onClick={() => !isLocked && !asking && onReveal()}
      >
        {`Show hint ${shown.length + 1} of ${total}`}
      </button>
      {isLocked && (
        <span id={waitId} className="practice-muted">
          {`Try the last one first: this one opens with your next check, or ${waitWords(left)}.`}
        </span>
      )}
    </div>
  );
}
