import type { Terminal } from '@xterm/xterm';
import { fetchHistory } from '../../client/server/history.js';
import { pageSettings } from '../../client/settings/settings.js';
import type { TerminalConnection } from '../../client/terminal/terminal-connection.js';
import { copyFromHistory } from './gestures/clipboard.js';
import { selectBeyondTop } from './gestures/drag.js';
import { returnByTyping } from './gestures/keys.js';
import { showHistoryState } from './gestures/pill.js';
import { scrollByTouch } from './gestures/touch.js';
import { scrollByWheel, sendArrows } from './gestures/wheel.js';
import { TerminalHistory } from './history.js';
import { SearchBar } from './search/search-bar.js';

interface MountOptions {
  readonly host: HTMLElement;
  /** The terminal that tmux draws on; open already. */
  readonly live: Terminal;
  readonly connection: TerminalConnection;
  /** Gives a terminal its character widths. */
  readonly prepare: (terminal: Terminal) => void;
}

export interface MountedHistory {
  readonly history: TerminalHistory;
  readonly search: SearchBar;
  dispose(): void;
}

/** Lets the student scroll, select, copy and search in all that tmux holds of the session. */
export function mountHistory({ host, live, connection, prepare }: MountOptions): MountedHistory {
  const parent = host.parentElement ?? host;
  const history = new TerminalHistory({
    host,
    live,
    prepare,
    markers: connection.markers,
    fetch: ({ lines = Number.POSITIVE_INFINITY, ...wish }) => {
      const { scrollback } = pageSettings().getSnapshot();
      const most = Math.min(lines, scrollback === 'all' ? Number.POSITIVE_INFINITY : scrollback);
      return fetchHistory(connection.url, Number.isFinite(most) ? { ...wish, lines: most } : wish);
    },
    onScrolledProgram: (lines) => sendArrows(live, lines),
  });
  const focus = () => live.focus();
  const search = new SearchBar({ parent, history, onClose: focus });
  const resized = live.onResize(() => history.handleResize());
  const stops = [
    connection.output.on(({ first }) => history.handleOutput(first)),
    scrollByWheel(host, live, history),
    scrollByTouch(host, live, history),
    returnByTyping(host, live, history),
    selectBeyondTop(host, live, history),
    copyFromHistory(host, live, history),
    showHistoryState(parent, history, focus),
    () => resized.dispose(),
  ];
  return {
    history,
    search,
    dispose() {
      for (const stop of stops) stop();
      search.dispose();
      history.dispose();
    },
  };
}
