import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../machine/temporary-folder.js';
import { killTmuxServer, type TmuxServer, tmux } from '../../machine/tmux.js';

/** A character with all that joins it, as one cell (or two) of tmux holds it. */
export interface Cluster {
  readonly chars: string;
  readonly width: number;
}

/** Marks, joiners, selectors, skin tones, flags and jamo: whatever may join the character before it. */
const MAY_JOIN = /[\p{M}\p{Cf}\p{Regional_Indicator}\p{Emoji_Modifier}\u1160-\u11ff\ud7b0-\ud7ff]/u;

/** Characters above ASCII in a row, and the one of ASCII that may carry a mark, also a blank. ASCII never joins. */
export const RUN = /(?:[!-~]| (?=[\p{M}\p{Cf}\p{Emoji_Modifier}]))?[^\p{ASCII}]+/gu;

/** tmux does not print the blanks at the end of a line: what stands for one that carries a mark. */
const SOLID = '.';

/** Drawn after a run, to tell where its last cell ends. */
const END = '|';

/** A character above ASCII, to be drawn where it harms nothing: tmux 3.3 may swallow one after a joiner. */
const SWALLOWED = '\x1b[1;1H\u00e9';

/** Asks for the cursor at the end: the answer comes when tmux has drawn everything before it. */
const DRAW = String.raw`stty raw -echo; cat "$1"; printf '\033[H\033[6n'; head -c 6 >/dev/null; tmux wait-for -S drawn; read -r _`;

/**
 * How a run may be drawn so that it appears again. tmux 3.3 adds a joiner only with the character after
 * it, and drops the two one by one where a cell is full; later versions keep that character.
 */
const WAYS: readonly ((run: string) => string)[] = [
  (run) => (run.endsWith('\u200d') ? `${run}\u{1f466}` : run),
  (run) => run,
];

const SCRATCH = 'grid-scratch';

/** The runs of a text in which cells cannot be told from characters alone. */
export function doubtfulRuns(text: string): string[] {
  return (text.match(RUN) ?? []).filter((run) => MAY_JOIN.test(run));
}

/** What was asked before: this process knows one tmux. */
const asked = new Map<string, readonly Cluster[]>();

/** A screen of tmux has room for that many, each drawn in as many rows as it may have cells. */
const RUNS_AT_ONCE = 8;

/**
 * Asks tmux for the cells of each run: draws it again and again on a scratch screen, each time with one cell
 * more left over, and reads what is there. So it is tmux that says what belongs together.
 */
export async function askClusters(
  server: TmuxServer,
  runs: readonly string[],
): Promise<ReadonlyMap<string, readonly Cluster[]>> {
  const unknown = runs.filter((run) => !asked.has(run));
  for (let start = 0; start < unknown.length; start += RUNS_AT_ONCE) {
    await askSome(server, unknown.slice(start, start + RUNS_AT_ONCE));
  }
  return new Map(runs.map((run) => [run, asked.get(run) ?? []]));
}

async function askSome(server: TmuxServer, runs: readonly string[]): Promise<void> {
  let unknown = runs;
  for (const draw of WAYS) {
    const rows = unknown.map((run) => {
      const solid = run.replace(/^ /, SOLID);
      return { run, solid, drawn: draw(solid), columns: [...run].length * 2 + END.length };
    });
    const screen = rows.length > 0 ? await drawAndCapture(server, rows) : [];
    let next = 1;
    for (const { run, solid, columns } of rows) {
      const [first, ...others] = clustersOf(solid, screen.slice(next, next + columns)) ?? [];
      if (first !== undefined) asked.set(run, [{ ...first, chars: run.slice(0, first.chars.length) }, ...others]);
      next += columns;
    }
    unknown = unknown.filter((run) => !asked.has(run));
  }
  if (unknown.length > 0) throw new Error(`tmux does not draw ${JSON.stringify(unknown)} again as it was`);
}

async function drawAndCapture(
  { socket, env }: TmuxServer,
  rows: readonly { drawn: string; columns: number }[],
): Promise<string[]> {
  const height = 2 + rows.reduce((sum, { columns }) => sum + columns, 0);
  let row = 1;
  const drawing = rows.flatMap(({ drawn, columns }) =>
    Array.from({ length: columns }, (_, left) => {
      row += 1;
      return `\x1b[${row};1H${drawn}${END}\x1b[${row};${left + 2}H\x1b[K${SWALLOWED}`;
    }),
  );
  // As a file: arguments have a limit, and a message to tmux takes 16 KB.
  await using folder = await temporaryFolder('grid-');
  const file = join(folder.path, 'drawing');
  await writeFile(file, drawing.join(''));
  const size = ['-x', '200', '-y', String(height)];
  const start = ['new-session', '-d', '-s', SCRATCH, ...size, '--', 'sh', '-c', DRAW, 'sh', file];
  // In its own server: beside attached clients, a window takes their size.
  const scratch = { socket: `${SCRATCH}-${socket.replaceAll('/', '-')}`, env };
  try {
    await tmux(scratch, '-f', '/dev/null', ...start, ';', 'wait-for', 'drawn');
    const captured = await tmux(scratch, 'capture-pane', '-p', '-t', `=${SCRATCH}:`);
    return captured.split('\n');
  } finally {
    await killTmuxServer(scratch);
  }
}

/**
 * Line n shows the first n + 1 cells. What a line has beyond the one before it begins in its last cell.
 * Undefined if the lines do not show the run.
 */
function clustersOf(run: string, lines: readonly string[]): Cluster[] | undefined {
  const clusters: { chars: string; width: number }[] = [];
  let before = '';
  for (const line of lines) {
    if (line === run + END) break;
    const added = line.slice(before.length);
    const last = clusters.at(-1);
    if (added !== '') clusters.push({ chars: added, width: 1 });
    else if (last !== undefined) last.width += 1;
    before = line;
  }
  return before === run ? clusters : undefined;
}
