import type { HistoryResponse, SessionId } from '@agent-factory/protocol';
import { ignoresPageKeys } from './page-keys.js';

/** How much of a session's history is wanted, and whether with its colours. */
export interface HistoryWish {
  /** At most so many lines above the screen; all of them without it. */
  readonly lines?: number | undefined;
  /** Text alone, without SGR sequences. */
  readonly plain?: boolean | undefined;
}

/** Spaces separate numbers; the last is the name of the program in front. */
const FACTS_FORMAT =
  '#{history_size} #{history_limit} #{alternate_on} #{pane_width} #{pane_height} #{pane_current_command}';

/**
 * Commands that print facts and text in one go: tmux runs them without reading from the program in
 * between, so they belong to one instant. `-J` joins what the terminal wrapped. While a program shows
 * a screen of its own, the screen it has covered lies between the history and its own.
 */
export function historyArgs(sessionId: SessionId, wish: HistoryWish): string[] {
  const target = `=${sessionId}:`;
  const from = wish.lines === undefined ? '-' : `-${wish.lines}`;
  const capture = `capture-pane -p -J${wish.plain ? '' : ' -e'} -t ${target}`;
  const above =
    wish.lines === 0
      ? ''
      : `if-shell -F -t ${target} '#{history_size}' '${capture} -S ${from} -E -1' ; ${capture} -a ; `;
  const start = wish.lines === 0 ? '0' : from;
  return [
    ...['display-message', '-p', '-t', target, FACTS_FORMAT, ';'],
    ...['if-shell', '-F', '-t', target, '#{alternate_on}', `${above}${capture}`, `${capture} -S ${start}`],
  ];
}

/** What `historyArgs` made tmux print. */
export function parseHistory(printed: string, wish: HistoryWish): HistoryResponse {
  const end = printed.indexOf('\n');
  const facts = printed.slice(0, end).split(' ');
  const [size = 0, limit = 0, alternate = 0, cols = 0, rows = 0] = facts.slice(0, 5).map(Number);
  const covered = alternate === 1 ? rows : 0;
  const lines = size + covered;
  return {
    cols,
    rows,
    lines,
    limit,
    from: lines - Math.min(lines, wish.lines === undefined ? lines : wish.lines + (wish.lines > 0 ? covered : 0)),
    alternate: alternate === 1,
    ignoresPageKeys: alternate !== 1 && ignoresPageKeys(facts.slice(5).join(' ')),
    text: printed.slice(end + 1),
  };
}
