import headless from '@xterm/headless';
import { type PaneState, type TmuxPane, type TmuxServer, tmux } from '../machine/tmux.js';
import type { Cell, Screen } from './cell.js';
import { askClusters, type Cluster, doubtfulRuns } from './clusters.js';
import { readScreen } from './read-screen.js';
import { TMUX_WIDTHS, TmuxWidths } from './tmux-widths.js';

/** Line-drawing characters arrive as shifted ASCII, as tmux keeps them: G1 is where it expects the set. */
const LINE_DRAWING_IN_G1 = '\x1b)0';

/** The first character for private use beyond those that fonts use. */
const FIRST_PRIVATE = 0xf0000;

/** What comes between texts in a captured line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const SEQUENCE = /\x1b\[[\d;:]*m|\x1b\][^\x1b]*\x1b\\|[\x0e\x0f]/;

/** A sequence that sets colours and attributes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const SGR = /\x1b\[[\d;:]*m/g;

/**
 * What tmux itself holds of a pane, cell by cell: the ground truth for every other screen.
 * The text is laid out with the widths that this very tmux gives its characters.
 * One thing tmux 3.3 does not report: the background of the rest of a line that was cleared in a colour. It reads as
 * default, and `FreshDrawing` finds it out.
 */
export async function tmuxScreen(pane: TmuxPane): Promise<Screen> {
  const { state, lines } = await pane.snapshot();
  const standIns = await replaceClusters(pane.server, lines);
  const widths = await characterWidths(pane.server, lines.join(''));
  for (const [point, { width }] of standIns.clusters) widths.set(point, width);
  const screen = await layOut(standIns.lines, state.cols, state.rows, widths);
  return { ...screen, cells: withClusters(screen.cells, standIns.clusters), cursor: shownCursor(state) };
}

/**
 * Where a client has the cursor. After a resize, tmux may take it to a column far behind the last one; clients then
 * get a hidden cursor in the first cell, until the program moves it.
 */
function shownCursor({ cols, cursor }: PaneState): Screen['cursor'] {
  return cursor.col > cols ? { col: 0, row: 0 } : cursor;
}

interface StandIns {
  readonly lines: readonly string[];
  readonly clusters: ReadonlyMap<number, Cluster>;
}

/** Puts one private character in the place of each that consists of several, so that nothing has to join. */
async function replaceClusters(server: TmuxServer, lines: readonly string[]): Promise<StandIns> {
  const texts = lines.flatMap((line) => line.split(SEQUENCE));
  const known = await askClusters(server, [...new Set(texts.flatMap(doubtfulRuns))]);
  const clusters = new Map<number, Cluster>();
  const standIn = (cluster: Cluster) => {
    clusters.set(FIRST_PRIVATE + clusters.size, cluster);
    return String.fromCodePoint(FIRST_PRIVATE + clusters.size - 1);
  };
  // A longer run may hold a shorter one.
  const runs = [...known].sort(([one], [other]) => other.length - one.length);
  const replaced = runs.map(([run, cells]) => [run, cells.map(standIn).join('')] as const);
  const replace = (text: string) => replaced.reduce((done, [run, by]) => done.replaceAll(run, by), text);
  return { lines: lines.map(replace), clusters };
}

function withClusters(cells: readonly Cell[][], clusters: StandIns['clusters']): Cell[][] {
  return cells.map((line) =>
    line.map((cell) => ({ ...cell, chars: clusters.get(cell.chars.codePointAt(0) ?? 0)?.chars ?? cell.chars })),
  );
}

/** Lays captured lines out on a screen of the given size. Attributes run on from line to line, as tmux writes them. */
async function layOut(
  lines: readonly string[],
  cols: number,
  rows: number,
  widths: ReadonlyMap<number, number>,
): Promise<Screen> {
  const terminal = new headless.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true });
  try {
    terminal.unicode.register(new TmuxWidths(widths));
    terminal.unicode.activeVersion = TMUX_WIDTHS;
    const placed = lines.map((line, row) => `\x1b[${row + 1};1H${withOverline(line)}`);
    await new Promise<void>((resolve) => terminal.write(LINE_DRAWING_IN_G1 + placed.join(''), resolve));
    return readScreen(terminal);
  } finally {
    terminal.dispose();
  }
}

/** tmux 3.3 prints overline, SGR 53, as a style of blinking: it takes every two-digit code for an underline's. */
function withOverline(line: string): string {
  return line.replace(SGR, (sgr) => sgr.replace(/(?<=[[;])5:3(?=[;m])/g, '53'));
}

/** What was asked before: this process knows one tmux. */
const asked = new Map<string, number>();

/** Asks tmux how wide each character above ASCII is, all that are new in one question. */
async function characterWidths(server: TmuxServer, text: string): Promise<Map<number, number>> {
  const points = [...new Set(text)].filter((point) => point > '\x9f');
  const unknown = points.filter((point) => !asked.has(point));
  if (unknown.length > 0) {
    const question = unknown.map((point) => `#{w:#{l:${point}}}`).join(' ');
    const widths = (await tmux(server, 'display-message', '-p', question)).trim().split(' ').map(Number);
    for (const [index, point] of unknown.entries()) asked.set(point, widths[index] ?? 1);
  }
  return new Map(points.map((point) => [point.codePointAt(0) ?? 0, asked.get(point) ?? 1]));
}
