import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AttachedViewer } from '../src/grid/attached-viewer.js';
import type { Cell, Screen } from '../src/grid/cell.js';
import { compareScreens, describeDifferences } from '../src/grid/compare.js';
import { differencesFromTmux } from '../src/grid/same-screen.js';
import { tmuxScreen } from '../src/grid/tmux-screen.js';
import { killTmuxServer, startTmuxSession, type TmuxPane, type TmuxServer } from '../src/machine/tmux.js';
import { newStudent, type Student } from '../src/student.js';

const COLS = 80;
const ROWS = 24;
/** Two terminals may take so long to attach, in milliseconds; a comparison takes all of it where something differs. */
const ATTACHED_MS = 10_000;

/** Colours in all three forms, every attribute, line drawing, wide and combined characters, a line that is coloured to its end. */
const PAINTING = [
  'plain \x1b[31mred \x1b[38;5;208morange \x1b[38;2;1;2;3mrgb\x1b[0m',
  '\x1b[1mbold\x1b[0m \x1b[2mdim\x1b[0m \x1b[3mitalic\x1b[0m \x1b[4munderline\x1b[0m \x1b[5mblink\x1b[0m',
  '\x1b[7minverse\x1b[0m \x1b[8minvisible\x1b[0m \x1b[9mstrikethrough\x1b[0m \x1b[53moverline\x1b[0m',
  '漢字かな 한국어 e\u0301 ┌──┐ \x1b(0lqqk\x1b(B',
  `\x1b[44m${'blue to the end'.padEnd(COLS)}\x1b[0m`,
  '\x1b[1;33;45mattributes over\r\nthe end of a line\x1b[0m',
  'x'.repeat(COLS),
].join('\r\n');

let student: Student;
let server: TmuxServer;
let pane: TmuxPane;
let viewer: AttachedViewer;

beforeEach(async () => {
  student = await newStudent({ agents: [] });
  server = { socket: 'grid', env: student.env };
});

afterEach(async () => {
  await viewer[Symbol.asyncDispose]();
  await killTmuxServer(server);
  await student[Symbol.asyncDispose]();
});

async function show(argv: readonly string[], [cols, rows] = [COLS, ROWS]): Promise<void> {
  pane = await startTmuxSession(server, { name: 'grid', cwd: student.home, cols, rows, argv });
  viewer = new AttachedViewer(server, 'grid', cols, rows);
}

/** Prints the text, and waits until tmux has its end. */
async function paint(text: string, end: string, size?: [number, number]): Promise<void> {
  await show(['sh', '-c', 'printf %s "$1"; read -r _', 'sh', text], size);
  await pane.waitForScreen(end);
}

describe('a viewer attached to tmux', () => {
  it('shows every colour, attribute and width as tmux holds them', async () => {
    await paint(PAINTING, 'x'.repeat(COLS));
    const differences = await differencesFromTmux(pane, () => viewer.screen());
    expect(describeDifferences(differences)).toBe('0 cells differ');
    const { cells } = await tmuxScreen(pane);
    expect(textOf(cells)).toContain('blue to the end');
  });

  it('shows lines that were cleared in a colour, which tmux 3.3 does not tell', async () => {
    await paint('\x1b[44mblue\x1b[K\r\n\x1b[K\r\n\x1b[0mplain', 'plain');
    const differences = await differencesFromTmux(pane, () => viewer.screen());
    expect(describeDifferences(differences)).toBe('0 cells differ');
    expect(viewer.screen().cells[1]?.at(-1)?.bg).toBe('palette:4');
  });

  it('has its cursor in the first cell while tmux has lost it behind the last column', async ({ skip }) => {
    const lines = 'y'.repeat(30 * 100);
    // A part of one long line is scrolled out of it, and then the cursor is at its end.
    await paint(`${lines}\x1b[10;20r\x1b[20;1H\n\n\n\n\x1b[r\x1b[30;92Hthe end`, 'the end', [100, 30]);
    await viewer[Symbol.asyncDispose]();
    for (const [cols, rows] of [
      [84, 26],
      [100, 30],
      [60, 20],
      [120, 30],
    ] as const)
      await pane.resize(cols, rows);
    skip((await pane.state()).cursor.col <= 120, 'this tmux does not lose it');
    viewer = new AttachedViewer(server, 'grid', 120, 30);
    const differences = await differencesFromTmux(pane, () => viewer.screen());
    expect(describeDifferences(differences)).toBe('0 cells differ');
    expect(viewer.screen().cursor).toEqual({ col: 0, row: 0 });
  });

  it('is caught where a line is cleared in another colour than tmux clears it in', async () => {
    await paint('\x1b[44mblue\x1b[K\r\n\x1b[0mplain', 'plain');
    const differences = await differencesFromTmux(pane, () => redBehindBlue(viewer.screen()), ATTACHED_MS);
    expect(differences.length).toBe(COLS - 'blue'.length);
    expect(differences[0]).toMatchObject({ row: 0, field: 'bg', expected: 'palette:4', actual: 'palette:1' });
  });

  it('is caught where it joins characters otherwise than tmux does', async () => {
    await paint('flag \u{1f1e9}\u{1f1ea} tone \u{1f44d}\u{1f3fd} pair \u{1f469}\u200d\u{1f4bb} mark e\u0301.', '.');
    const { cells } = await tmuxScreen(pane);
    expect(cells[0]?.map(({ chars }) => chars)).toContain('\u{1f469}\u200d\u{1f4bb}');
    expect(cells[0]?.map(({ chars }) => chars)).toContain('e\u0301');
    const differences = await differencesFromTmux(pane, () => viewer.screen(), ATTACHED_MS);
    expect(differences.some(({ field }) => field === 'width')).toBe(true);
  });

  it('is compared while an animated program is held still, and the program goes on afterwards', async () => {
    await show(['sh', '-c', 'i=0; while :; do i=$((i+1)); printf "\\rframe %s" $i; sleep 0.01; done']);
    await pane.waitForScreen(/frame \d+/);
    const differences = await differencesFromTmux(pane, () => viewer.screen());
    expect(describeDifferences(differences)).toBe('0 cells differ');
    const frame = /frame (\d+)/.exec(await pane.text())?.[1];
    await pane.waitForScreen(new RegExp(`frame (?!${frame}\\b)\\d+`));
  });

  it('is caught when it gives a character another width than tmux does', async () => {
    await paint('party 🎉 time', 'time');
    const differences = await differencesFromTmux(pane, () => viewer.screen(), ATTACHED_MS);
    expect(differences).toContainEqual({ row: 0, col: 6, field: 'width', expected: '2', actual: '1' });
  });
});

describe('the comparison of two screens', () => {
  const changes: [string, Partial<Cell>][] = [
    ['character', { chars: '?' }],
    ['width', { width: 2 }],
    ['foreground', { fg: 'palette:9' }],
    ['background', { bg: 'rgb:ffffff' }],
    ['attribute', { attributes: 'bold' }],
  ];

  it.each(changes)('finds one cell with another %s', async (_, change) => {
    await paint(PAINTING, 'x'.repeat(COLS));
    await differencesFromTmux(pane, () => viewer.screen());
    const truth = await tmuxScreen(pane);
    const differences = compareScreens(truth, withCell(truth, 0, 2, change));
    const [field, actual] = Object.entries(change)[0] ?? [];
    expect(differences).toMatchObject([{ row: 0, col: 2, field, actual: String(actual) }]);
  });

  it('finds a cursor at another place and a screen of another size', async () => {
    await paint('abc', 'abc');
    const truth = await tmuxScreen(pane);
    expect(compareScreens(truth, { ...truth, cursor: { col: 9, row: 9 } })).toMatchObject([{ field: 'cursor' }]);
    expect(compareScreens(truth, { ...truth, cols: 81 })).toMatchObject([{ field: 'size', actual: '81x24' }]);
  });

  it('does not see the foreground of a blank, except where it is drawn', async () => {
    await paint('a b \x1b[7m \x1b[0m.', '.');
    const truth = await tmuxScreen(pane);
    expect(compareScreens(truth, withCell(truth, 0, 1, { fg: 'palette:1' }))).toEqual([]);
    expect(compareScreens(truth, withCell(truth, 0, 4, { fg: 'palette:1' }))).toHaveLength(1);
  });
});

function withCell(screen: Screen, row: number, col: number, change: Partial<Cell>): Screen {
  const cells = structuredClone(screen.cells);
  Object.assign(cells[row]?.[col] ?? {}, change);
  return { ...screen, cells };
}

/** The blank cells that are blue, in red. */
function redBehindBlue(screen: Screen): Screen {
  const recolour = (cell: Cell) =>
    cell.bg === 'palette:4' && !/\w/.test(cell.chars) ? { ...cell, bg: 'palette:1' } : cell;
  return { ...screen, cells: screen.cells.map((line) => line.map(recolour)) };
}

function textOf(cells: readonly (readonly Cell[])[]): string {
  return cells.map((line) => line.map(({ chars }) => chars || ' ').join('')).join('\n');
}
