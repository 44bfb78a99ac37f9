import {
  decode,
  type HistoryResponse,
  historyResponseSchema,
  PracticeError,
  type SessionId,
} from '@agent-factory/protocol';
import { ignoresPageKeys } from './config/page-keys.js';
import { isBefore, KEEPS_SIZE_AND_ENDS } from './config/versions.js';

/** How much of a session's history is wanted, and whether with its colours. */
export interface HistoryWish {
  /** At most this many lines above the screen; if left out, all. */
  readonly lines?: number | undefined;
  /** Only text, without SGR sequences. */
  readonly plain?: boolean | undefined;
}

/** Separated by spaces; the last is the name of the program in front, which may contain spaces. */
const FACTS_FORMAT =
  '#{history_size} #{history_limit} #{alternate_on} #{pane_width} #{pane_height} #{version} #{pane_current_command}';

/**
 * Commands that print facts and text in one go: tmux does not read from the program in between, so they
 * belong to one instant. `-J` joins what the terminal wrapped. While a program shows the alternate screen,
 * the normal screen lies between the history and the alternate screen.
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

/** Parses what tmux prints for `historyArgs`. Throws `session_failed` if that is not a history. */
export function parseHistory(printed: string, wish: HistoryWish): HistoryResponse {
  const end = printed.indexOf('\n');
  const facts = printed.slice(0, end).split(' ');
  const [size = 0, limit = 0, alternate = 0, cols = 0, rows = 0] = facts.slice(0, 5).map(Number);
  const text = printed.slice(end + 1);
  const covered = alternate === 1 ? rows : 0;
  const lines = size + covered;
  const outcome = decode(historyResponseSchema, {
    cols,
    rows,
    lines,
    limit,
    from: lines - Math.min(lines, wish.lines === undefined ? lines : wish.lines + (wish.lines > 0 ? covered : 0)),
    alternate: alternate === 1,
    ignoresPageKeys: alternate !== 1 && ignoresPageKeys(facts.slice(6).join(' ')),
    text: isBefore(facts[5] ?? '', KEEPS_SIZE_AND_ENDS) ? withoutBlankEnds(text) : text,
  });
  if (outcome.ok) return outcome.value;
  const detail = outcome.issues.join('; ');
  throw new PracticeError('session_failed', `tmux returned an invalid history: ${detail}. Try again.`, { detail });
}

/** With `-J`, an older tmux pads lines with spaces. A regular expression would be slow on a line with many of them. */
function withoutBlankEnds(text: string): string {
  return text.split('\n').map(withoutBlankEnd).join('\n');
}

function withoutBlankEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  return line.slice(0, end);
}
