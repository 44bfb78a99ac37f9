import type { Completions } from '../../client/completions/completions.js';
import type { Outbox } from '../../client/completions/outbox.js';
import { useOutbox } from '../completion/use-outbox.js';
import { useSnapshot } from '../parts/use-snapshot.js';

/** Completed exercises that the site does not know of yet. Nothing is shown where there are none. */
export function UntoldCompletions() {
  const { completions, outbox } = useOutbox();
  if (completions === undefined) return null;
  return (
    <div className="practice-untold-room" role="status">
      {outbox.waiting.length > 0 && <Waiting completions={completions} waiting={outbox.waiting} />}
      {outbox.givenUp > 0 && (
        <p className="practice-untold" data-kind="given-up">
          <span>
            {`${counted(outbox.givenUp)} could not be told to the site for 30 days, and ${isOrAre(outbox.givenUp)} not offered any more. Your own progress is as it was.`}
          </span>
          <button type="button" className="practice-action" onClick={() => void completions.forgetGivenUp()}>
            Got it
          </button>
        </p>
      )}
    </div>
  );
}

function Waiting({ completions, waiting }: { readonly completions: Completions; readonly waiting: Outbox['waiting'] }) {
  const isSending = useSnapshot(completions.sending);
  return (
    <p className="practice-untold" data-kind="waiting">
      <span>{waitingWords(waiting)}</span>
      <button
        type="button"
        className="practice-action"
        aria-disabled={isSending}
        onClick={() => !isSending && void completions.tryNow()}
      >
        {isSending ? 'Trying…' : 'Try now'}
      </button>
    </p>
  );
}

function waitingWords(waiting: Outbox['waiting']): string {
  const refused = waiting.filter((item) => item.refused !== undefined);
  const others = waiting.length - refused.length;
  const said = refused.at(-1)?.refused?.why;
  return [
    ...(others === 0 ? [] : [`${counted(others)} will be told to the site when it answers.`]),
    ...(said === undefined ? [] : [`The site did not take ${refused.length === 1 ? 'one' : refused.length}: ${said}`]),
  ].join(' ');
}

function counted(count: number): string {
  return count === 1 ? 'One completed exercise' : `${count} completed exercises`;
}

function isOrAre(count: number): string {
  return count === 1 ? 'is' : 'are';
}
