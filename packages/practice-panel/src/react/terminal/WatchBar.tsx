import type { TerminalConnection } from '../../client/terminal/terminal-connection.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import { BEHIND } from './words.js';

/** Says that another tab is the writer, and lets this one take over with one click. */
export function WatchBar({ session }: { readonly session: TerminalConnection }) {
  const state = useSnapshot(session);
  if (state.status !== 'attached' || state.role === 'writer') return null;
  return (
    <div className="practice-watch">
      <span>Watching: another tab types here</span>
      <button type="button" className="practice-action" data-kind="primary" onClick={() => session.takeOver()}>
        Type here
      </button>
    </div>
  );
}

/** Says quietly that the screen lags behind. */
export function BehindNote({ session }: { readonly session: TerminalConnection }) {
  const state = useSnapshot(session);
  const isBehind = state.status === 'attached' && state.behind;
  return (
    <p className="practice-pill practice-behind" role="status" data-shown={isBehind}>
      {isBehind && BEHIND}
    </p>
  );
}
