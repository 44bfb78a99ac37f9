import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookAt } from '../../src/grid/capture/look.js';
import { tmuxScreen } from '../../src/grid/capture/tmux-screen.js';
import type { Cell } from '../../src/grid/cell.js';
import { describeDifferences, withoutStaleWraps } from '../../src/grid/compare.js';
import { setFlow } from '../../src/grid/flow.js';
import { freezePane } from '../../src/grid/freeze.js';
import { differencesFromTmux } from '../../src/grid/same-screen.js';
import { tmux } from '../../src/machine/tmux.js';
import { GridLesson, SIZE } from './lesson.js';
import { LAST, PAINTING } from './painting.js';

/** A client that has attached is drawn to, also on a busy machine; in milliseconds. */
const ATTACHED_WITHIN_MS = 30_000;

let lesson: GridLesson;

beforeEach(async () => {
  lesson = await GridLesson.open();
});

afterEach(() => lesson[Symbol.asyncDispose]());

async function expectSame(): Promise<void> {
  const differences = await differencesFromTmux(lesson.pane, lesson.viewer);
  expect(describeDifferences(differences)).toBe('0 cells differ');
}

describe('a viewer attached to tmux', () => {
  it('shows every colour, attribute, width and wrapped line as tmux holds them', async () => {
    await lesson.paint(PAINTING, LAST);
    await expectSame();
    const { cells, wraps } = await tmuxScreen(lesson.pane);
    expect(textOf(cells)).toContain('blue to the end');
    expect(wraps.filter((wraps) => wraps)).toHaveLength(1);
    const names = new Set(cells.flat().flatMap(({ attributes }) => attributes.split(' ')));
    expect([...names].sort()).toEqual(
      expect.arrayContaining(['blink', 'bold', 'dim', 'inverse', 'invisible', 'italic', 'overline', 'strikethrough']),
    );
  });

  it.each([
    ['marks on a blank, behind a tab and where nothing was written', 'a \u0301b\t\u0301c\x1b[3;5H\u0301d'],
    ['many flags in a row', '\u{1f1e9}\u{1f1ea}'.repeat(35)],
    ['long words whose letters join', `${'नमस्ते'.repeat(10)}\r\n${'ที่นี่'.repeat(18)}`],
  ])('shows %s as tmux holds them, or says in which cells not', async (_, text) => {
    await lesson.paint(`${text}\x1b[9;1Hend`, 'end');
    const { cells } = await tmuxScreen(lesson.pane);
    expect(textOf(cells)).toContain('end');
    for (const { field } of await differencesFromTmux(lesson.pane, lesson.viewer))
      expect(['chars', 'width', 'cursor']).toContain(field);
  });

  it('shows thousands of different characters', async () => {
    const characters = Array.from({ length: 1500 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    await lesson.paint(`${characters}\r\nend`, 'end');
    // As a whole: tmux 3.3 may lose wide characters that come while it draws others.
    await lesson.attachAgain(SIZE);
    await expectSame();
  });

  it('shows lines that were cleared in a colour, which tmux 3.3 does not tell', async () => {
    await lesson.paint('\x1b[44mblue\x1b[K\r\n\x1b[K\r\n\x1b[0mplain', 'plain');
    await expectSame();
    expect(lesson.viewer.screen().cells[1]?.at(-1)?.bg).toBe('palette:4');
  });

  it('shows the cursor as the program wants it', async () => {
    await lesson.paint('\x1b[5 qbar', 'bar');
    await expectSame();
    expect(lesson.viewer.screen().cursor).toMatchObject({ visible: true, shape: 'bar blinking' });
  });

  it('hides the cursor as the program wants it', async () => {
    await lesson.paint('\x1b[?25lhidden', 'hidden');
    await expectSame();
    expect(lesson.viewer.screen().cursor).toMatchObject({ visible: false });
  });

  it('does not wrap where a wide character did not fit at the edge, though tmux joins the two rows', async () => {
    await lesson.paint(`${'x'.repeat(SIZE[0] - 1)}漢字.`, '漢字.');
    await expectSame();
    expect([(await tmuxScreen(lesson.pane)).wraps[1], lesson.viewer.screen().wraps[1]]).toEqual([true, false]);
  });

  it.each([
    ['is cleared', '\x1b[5;1H\x1b[2K'],
    ['is pushed up by a new one', '\x1b[6;1H\x1b[L'],
  ])('keeps, as xterm.js does, that a row goes on from one that %s, until it is drawn afresh', async (_, change) => {
    const script = 'printf %s "$1"; read -r _; printf "%s\x1b[9;1Hend" "$2"; read -r _';
    await lesson.show(['sh', '-c', script, 'sh', `\x1b[5;1H${'y'.repeat(SIZE[0] + 10)}`, change]);
    await lesson.pane.waitForScreen('yyy');
    await expectSame();
    await lesson.pane.press('Enter');
    await lesson.pane.waitForScreen('end');
    const differences = await differencesFromTmux(lesson.pane, lesson.viewer);
    expect(differences.map(({ field, expected }) => [field, expected])).toEqual([['wrap', 'false']]);
    expect(withoutStaleWraps(differences)).toEqual([]);
    await lesson.attachAgain(SIZE);
    await expectSame();
  });

  it('has its cursor in the first cell while tmux has lost it behind the last column', async ({ skip }) => {
    const lines = 'y'.repeat(30 * 100);
    // A part of one long line is scrolled out of it, and then the cursor is at its end.
    await lesson.paint(`${lines}\x1b[10;20r\x1b[20;1H\n\n\n\n\x1b[r\x1b[30;92Hthe end`, 'the end', [100, 30]);
    await lesson.leave();
    for (const [cols, rows] of [
      [84, 26],
      [100, 30],
      [60, 20],
      [120, 30],
    ] as const)
      await lesson.pane.resize(cols, rows);
    skip((await lesson.pane.state()).cursor.col <= 120, 'this tmux does not lose it');
    await lesson.attachAgain([120, 30]);
    await expectSame();
    expect(lesson.viewer.screen().cursor).toMatchObject({ col: 0, row: 0, visible: false });
  });

  it('is compared while an animated program is held still, and the program goes on afterwards', async () => {
    await lesson.show(['sh', '-c', 'i=0; while :; do i=$((i+1)); printf "\\rframe %s" $i; sleep 0.01; done']);
    await lesson.pane.waitForScreen(/frame \d+/);
    await expectSame();
    const frame = /frame (\d+)/.exec(await lesson.pane.text())?.[1];
    await lesson.pane.waitForScreen(new RegExp(`frame (?!${frame}\\b)\\d+`));
  });

  it('is held still until the last who holds it lets go', async () => {
    await lesson.show(['sh', '-c', 'i=0; while :; do i=$((i+1)); printf "\\rframe %s" $i; sleep 0.01; done']);
    await lesson.pane.waitForScreen(/frame \d+/);
    let frame: string;
    {
      await using _held = await freezePane(lesson.pane);
      await expectSame();
      frame = await lesson.pane.text();
      // As long as ten frames take.
      for (let looks = 0; looks < 40; looks += 1) expect(await lesson.pane.text()).toBe(frame);
    }
    await lesson.pane.waitForScreen(new RegExp(`frame (?!${/\d+/.exec(frame)}\\b)\\d+`));
  });

  it('tells what is wrong with a device that is none, and goes on with others', async () => {
    await lesson.paint('here', 'here');
    const attempts = [
      setFlow('/dev/null', 'running'),
      setFlow('/dev/none', 'running'),
      freezePane(lesson.pane),
    ] as const;
    const [noTerminal, none, frozen] = await Promise.allSettled(attempts);
    expect([String(Object(noTerminal).reason), String(Object(none).reason)]).toEqual([
      expect.stringMatching(/Error: .*ioctl/),
      expect.stringMatching(/Error: .*No such file/),
    ]);
    expect(frozen.status).toBe('fulfilled');
    if (frozen.status === 'fulfilled') await frozen.value[Symbol.asyncDispose]();
  });

  it('is compared after a flood of which tmux has dropped a part', async () => {
    await lesson.show(['sh', '-c', 'read -r _; seq 400000; read -r _']);
    const { pane, viewer } = lesson;
    await viewer.drawn(1, ATTACHED_WITHIN_MS);
    const device = (await tmux(pane.server, 'list-clients', '-F', '#{client_tty}')).trim();
    await setFlow(device, 'stopped');
    await pane.press('Enter');
    await pane.waitForScreen('400000');
    await setFlow(device, 'running');
    expect((await lookAt(pane)).clients).toEqual([expect.objectContaining({ discarded: expect.toSatisfy(isMany) })]);
    await expectSame();
  });

  it('is waited for, whatever it takes to draw what it was sent', async () => {
    await lesson.paint(PAINTING, LAST);
    const { viewer } = lesson;
    // Behind by all that it draws in a second.
    const late = performance.now() + 1000;
    const empty = { ...viewer.screen(), cells: [] };
    const look = () => (performance.now() > late ? viewer.look() : { screen: empty, drawnBytes: 1 });
    expect(
      await differencesFromTmux(lesson.pane, { clientPid: viewer.clientPid, look, drawn: async () => {} }),
    ).toEqual([]);
    expect(performance.now()).toBeGreaterThan(late);
  });
});

/** Bytes, more than a screen has cells. */
const isMany = (bytes: number) => bytes > SIZE[0] * SIZE[1];

function textOf(cells: readonly (readonly Cell[])[]): string {
  return cells.map((line) => line.map(({ chars }) => chars || ' ').join('')).join('\n');
}
