import type { Terminal } from '@xterm/xterm';
import type { Cast } from '../../client/recordings/cast.js';
import { Reel } from '../../client/recordings/reel.js';

/** The screen is looked at after each stretch of output that is at least this long, in milliseconds. */
const LOOK_EVERY_MS = 50;
/** Nobody steps through more places. */
const MAX_FOUND = 500;
/** The page may paint after this many milliseconds of searching. */
const TURN_MS = 10;

/**
 * Finds where a text appears on the screen of a recording: after how many events, each time that it was not there
 * before. It is looked for on the screen, because programs draw their words in any order. `terminal` is not shown.
 */
export async function findAppearances(
  cast: Cast,
  { terminal, text, signal }: { terminal: Terminal; text: string; signal: AbortSignal },
): Promise<number[]> {
  const reel = new Reel(cast, {
    write: (output) => new Promise((resolve) => terminal.write(output, resolve)),
    resize: ({ cols, rows }) => terminal.resize(cols, rows),
  });
  const wanted = text.toLowerCase();
  const found: number[] = [];
  let wasThere = false;
  let turnBegan = performance.now();
  for (const count of looksAt(cast)) {
    await reel.wind(count);
    if (signal.aborted) return [];
    const isThere = screenText(terminal).includes(wanted);
    if (isThere && !wasThere) found.push(count);
    if (found.length === MAX_FOUND) break;
    wasThere = isThere;
    if (performance.now() - turnBegan < TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    turnBegan = performance.now();
  }
  return found;
}

/** After how many events the screen is looked at. */
function* looksAt({ events }: Cast): Generator<number> {
  let since = events[0]?.atMs ?? 0;
  for (const [index, { atMs }] of events.entries()) {
    const next = events[index + 1];
    if (next !== undefined && next.atMs - since < LOOK_EVERY_MS) continue;
    since = next?.atMs ?? atMs;
    yield index + 1;
  }
}

/** What is on the screen, in lower case; a line that was wrapped is one line. */
function screenText(terminal: Terminal): string {
  const { active } = terminal.buffer;
  let text = '';
  for (let row = 0; row < terminal.rows; row += 1) {
    const line = active.getLine(active.baseY + row);
    const wraps = active.getLine(active.baseY + row + 1)?.isWrapped === true;
    text += (line?.translateToString(!wraps) ?? '') + (wraps ? '' : '\n');
  }
  return text.toLowerCase();
}
