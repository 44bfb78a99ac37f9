import type { Kata } from '@agent-factory/protocol/mind';
import { attemptsUnder, type ComparedAttempt } from './attempts-under.js';
import { changeWords, resultWords } from './kata-words.js';

interface AttemptsProps {
  readonly attempts: Kata['attempts'];
  /** Titles of the constraints that are chosen now. */
  readonly chosen: ReadonlySet<string>;
  /** Puts the code of an attempt into the editor. */
  readonly onTake: (code: string) => void;
}

/** What was handed in before: first what can be compared with a solution that is handed in now. */
export function Attempts({ attempts, chosen, onTake }: AttemptsProps) {
  if (attempts.length === 0) return null;
  const { same, others } = attemptsUnder(attempts, chosen);
  const under = chosen.size === 0 ? 'Attempts without constraints' : 'Attempts under these constraints';
  return (
    <>
      <AttemptList title={under} attempts={same} onTake={onTake} />
      <AttemptList
        title={same.length === 0 ? 'Attempts under other constraints' : 'Others'}
        attempts={others}
        onTake={onTake}
      />
    </>
  );
}

interface AttemptListProps extends Pick<AttemptsProps, 'onTake'> {
  readonly title: string;
  readonly attempts: readonly ComparedAttempt[];
}

function AttemptList({ title, attempts, onTake }: AttemptListProps) {
  if (attempts.length === 0) return null;
  return (
    <section className="wb-section" aria-label={title}>
      <h4>
        {title} <span className="practice-muted">{attempts.length}</span>
      </h4>
      <ol className="wb-attempts">
        {attempts.map((compared) => (
          <AttemptItem key={compared.number} compared={compared} onTake={onTake} />
        ))}
      </ol>
    </section>
  );
}

const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function AttemptItem({ compared, onTake }: { readonly compared: ComparedAttempt } & Pick<AttemptsProps, 'onTake'>) {
  const { attempt, number, before } = compared;
  const { code, review, level, passed, constraints, at } = attempt;
  const change = changeWords(level, before);
  return (
    <li>
      <details className="practice-details wb-attempt">
        <summary>
          <span className="wb-attempt-result" data-passed={passed}>
            {number}. {resultWords({ level, passed })}
          </span>
          {change !== '' && <span>, {change}</span>}
        </summary>
        <div className="wb-section">
          <p className="practice-muted">
            <time dateTime={at}>{times.format(new Date(at))}</time>
            {constraints.length > 0 && `, under: ${constraints.join('; ')}`}
          </p>
          <p className="wb-explanation-text">{review}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard */}
          <section className="wb-code" tabIndex={0} aria-label={`Code of attempt ${number}`}>
            <pre>{code}</pre>
          </section>
          <div>
            <button type="button" className="practice-action" onClick={() => onTake(code)}>
              Go on from this code
            </button>
          </div>
        </div>
      </details>
    </li>
  );
}
