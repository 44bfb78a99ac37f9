import type { Action } from '@agent-factory/protocol/coach';
import { type Actor, wordsOf } from './action-words.js';
import type { ActionsView } from './use-actions.js';

interface ActionListProps {
  readonly view: ActionsView;
  readonly looksOnly: boolean;
}

const ACTORS: Readonly<Record<Actor, string>> = { you: 'You', agent: 'The agent', practice: 'Practice' };

export function ActionList({ view, looksOnly }: ActionListProps) {
  const { actions, status, message, hasMore, more, reload } = view;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard
    <section className="wb-actions" tabIndex={0} aria-label="The log">
      {[...byDay(actions)].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h4>{day}</h4>
          <ol className="wb-action-list">
            {ofDay.map((action) => (
              <ActionRow key={action.id} action={action} />
            ))}
          </ol>
        </section>
      ))}
      <p role="status" className="wb-quiet">
        {statusWords(view, looksOnly)}
      </p>
      {status === 'failed' && (
        <div className="wb-line">
          <span className="wb-field-problem">{message}</span>
          <button type="button" className="practice-action" onClick={actions.length > 0 ? more : reload}>
            Try again
          </button>
        </div>
      )}
      {status === 'ready' && hasMore && (
        <button type="button" className="practice-action" onClick={more}>
          Show older
        </button>
      )}
    </section>
  );
}

function statusWords({ status, actions }: ActionsView, looksOnly: boolean): string {
  if (status === 'loading') return 'Reading the log…';
  if (status === 'failed') return 'The log could not be read.';
  if (actions.length > 0) return '';
  return looksOnly ? 'The agent has not looked at anything yet.' : 'Nothing has been logged yet.';
}

function ActionRow({ action }: { readonly action: Action }) {
  const { actor, did } = wordsOf(action);
  return (
    <li>
      <time dateTime={action.at}>{timeOf(action.at)}</time>
      <span data-actor={actor}>
        <strong>{ACTORS[actor]}</strong> {did}
      </span>
    </li>
  );
}

function byDay(actions: readonly Action[]): Map<string, Action[]> {
  const days = new Map<string, Action[]>();
  for (const action of actions) {
    const day = dayOf(action.at);
    days.set(day, [...(days.get(day) ?? []), action]);
  }
  return days;
}

function dayOf(at: string): string {
  return new Date(at).toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
}

function timeOf(at: string): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}
