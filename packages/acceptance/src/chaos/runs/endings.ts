import { Random } from '../random.js';
import { comeToShell } from '../student/shell.js';
import { PRACTISED_IDS } from '../world/content.js';
import type { Page } from '../world/page.js';
import type { Practised } from '../world/practised.js';
import { World } from '../world/world.js';

const LINES = [2000, 100_000] as const;
const ENDS_WITHIN_MS = 60_000;
const SESSION_ENDED = 4000;

/** Output that stops in the middle of a sequence: whatever is shown next would be taken for its rest. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const CUT_SEQUENCE = /\x1b(?:\[[\d;:?<=>!]*|[()]|\][^\x07\x1b]*)?$/;

export interface Endings {
  done: number;
  /** Endings after which the page did not show the last screen, and how many of its lines were missing. */
  incomplete: number;
  missingLines: number;
  cutSequences: number;
  /** Pages that were not told of the end as they should be. */
  untold: number;
  crashes: number;
  readonly problems: string[];
}

interface EndingsOptions {
  readonly endings: number;
  readonly seed: number;
  readonly stop: AbortSignal;
  readonly tell: (text: string) => void;
}

/** Sessions that print and end, four at once, each with a page that reads and acknowledges. */
export async function runEndings({ endings, seed, stop, tell }: EndingsOptions): Promise<Endings> {
  const world = await World.open({ sessions: PRACTISED_IDS.map((id) => [id, 'shell'] as const), smallDisk: false });
  const sum = { done: 0, incomplete: 0, missingLines: 0, cutSequences: 0, untold: 0, crashes: 0, problems: [] };
  try {
    while (sum.done < endings && !stop.aborted) {
      const left = world.sessions.slice(0, endings - sum.done);
      await endAll(world, left, sum, seed);
      if (sum.done % 100 < left.length) tell(endingsAsText(sum));
    }
    return sum;
  } finally {
    await world[Symbol.asyncDispose]();
  }
}

async function endAll(world: World, sessions: readonly Practised[], sum: Endings, seed: number): Promise<void> {
  await Promise.all(
    sessions.map(async (session, n) => {
      const random = Random.of(seed, sum.done + n);
      await endOne(session, sum, random).catch((error: Error) => sum.problems.push(error.message));
    }),
  );
  sum.done += sessions.length;
  if (world.daemons.crash === undefined) {
    await Promise.all(sessions.map((session) => beginAgain(session, sum)));
  }
  if (world.daemons.crash !== undefined) {
    sum.crashes += 1;
    sum.problems.push(`${world.daemons.crash}: ${await world.lastWords(6)}`);
    await world.beginAnew();
  }
}

/** Tries a second time; the first failure is the finding. */
async function beginAgain(session: Practised, sum: Endings): Promise<void> {
  await session.begin().catch((error: Error) => {
    sum.problems.push(error.message);
    return session.begin().catch(() => {});
  });
}

async function endOne(session: Practised, sum: Endings, random: Random): Promise<void> {
  const { page } = session;
  await comeToShell(session);
  const [lines, word] = [random.between(...LINES), random.word()];
  session.expectEnd();
  // In the shell's own place, so that nothing follows the last line; the command line itself does not show that line.
  page.type(`clear; exec sh -c 'seq 1 ${lines}; printf "last-%s\\n" ${word}'\r`);
  await page.ended(ENDS_WITHIN_MS);
  const missing = missingLines(page, lines, `last-${word}`);
  sum.missingLines += missing;
  sum.incomplete += missing > 0 ? 1 : 0;
  sum.cutSequences += endsInSequence(page.tail) ? 1 : 0;
  sum.untold += page.closeCode === SESSION_ENDED && page.frames.has('session_ended') ? 0 : 1;
}

/** Whether the next byte would be taken for the rest of a sequence. */
export function endsInSequence(output: string): boolean {
  return CUT_SEQUENCE.test(output);
}

/** The part of a page that shows how a session ended. */
type EndedPage = Pick<Page, 'beforeClear' | 'lines'> & { readonly terminal: { readonly rows: number } };

/** Lines of tmux's last screen that the page showed neither at its end, nor when its client let go, which clears it. */
export function missingLines(page: EndedPage, lines: number, last: string): number {
  const { rows } = page.terminal;
  // The cursor is on the line after the last one.
  const wanted = [...Array.from({ length: rows - 2 }, (_, row) => String(lines - rows + 3 + row)), last];
  const missing = [page.beforeClear, page.lines()].map(
    (shown) => wanted.filter((line, row) => shown[row] !== line).length,
  );
  return Math.min(...missing);
}

export function endingsAsText(sum: Endings): string {
  const { done, incomplete, missingLines: lines, cutSequences, untold, crashes, problems } = sum;
  return [
    ...problems.slice(-5).map((problem) => `✗ ${problem}`),
    `${done} endings: ${incomplete} without all of the last screen (${lines} lines missing), ${cutSequences} cut in a sequence,`,
    `  ${untold} not told of the end, ${crashes} crashes of the daemon, ${problems.length} other problems`,
    '',
  ].join('\n');
}

export function endingsHold({ incomplete, cutSequences, untold, crashes, problems }: Endings): boolean {
  return incomplete + cutSequences + untold + crashes + problems.length === 0;
}
