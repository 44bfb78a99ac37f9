import { expect } from '@playwright/test';
import { pageScreen, SHELL_PROMPT, type TmuxPane } from '../../src/index.js';
import { test } from '../classroom/classroom.js';
import { drawnBy, feed } from '../classroom/drawing.js';
import type { PracticePage } from '../classroom/practice-page.js';
import { WEBGL_LAUNCH } from '../launch.js';
import { openCorpus } from './corpus-files.js';
import { paintedOtherwise } from './painted-alike.js';
import { type PaintedCell, paintedCells } from './painted-cells.js';

test.use({ machine: { agents: [] }, daemonFlags: ['--agent', 'shell'], launchOptions: WEBGL_LAUNCH });
// Everything is drawn twice, and WebGL in software draws slowly.
test.slow();

const PROMPT = SHELL_PROMPT.trimEnd();
/**
 * On this ground of the card, no text has the contrast that the panel asks for: of white and black, each renderer takes
 * another.
 */
const BETWEEN_WHITE_AND_BLACK = /^row 12 col 56 /;
const COLS = 100;
const ROWS = 30;

/** What two renderers paint of the screen that tmux holds, one after the other; `between` happens in between. */
async function differences(practice: PracticePage, pane: TmuxPane, between = async () => {}): Promise<string[]> {
  const webgl = await paintWith('webgl', practice, pane);
  const dom = await paintWith('dom', practice, pane, between);
  return paintedOtherwise({ screen: await pageScreen(practice.page), webgl, dom });
}

/** The settings of another tab choose what draws. If a cell has another size then, the grid is made the same again. */
async function paintWith(
  renderer: 'webgl' | 'dom',
  practice: PracticePage,
  pane: TmuxPane,
  before = async () => {},
): Promise<PaintedCell[][]> {
  const { page, terminal } = practice;
  await page.evaluate((stored) => {
    localStorage.setItem('practice:settings', stored);
    window.dispatchEvent(new StorageEvent('storage', { key: 'practice:settings' }));
  }, settings(renderer));
  await expect.poll(() => drawnBy(terminal)).toBe(renderer);
  await practice.expectSameAsTmux(pane);
  const { cols, rows } = await pageScreen(page);
  if (cols !== COLS || rows !== ROWS) await practice.resizeTerminal(COLS, ROWS);
  await practice.expectSameAsTmux(pane);
  await before();
  return paintedCells(terminal, COLS, ROWS);
}

/** In the tests' own font, a letter of this size is a whole number of pixels wide: the DOM renderer's cells are as WebGL's. */
function settings(renderer: 'webgl' | 'dom'): string {
  return JSON.stringify({ version: 1, renderer, fontSize: 15 });
}

test.beforeEach(({ page }) =>
  page.addInitScript((stored) => localStorage.setItem('practice:settings', stored), settings('dom')),
);

test('WebGL paints the cards as the DOM renderer does, cell by cell', async ({ practice, classroom }) => {
  const corpus = await openCorpus(practice, classroom);
  for (const card of ['attributes.txt', 'unicode.txt']) {
    await corpus.run(`clear; cat ${card}; echo ${card} $((40 + 2))`, `${card} 42`);
    const different = await differences(practice, classroom.pane);
    expect(different.filter((one) => !BETWEEN_WHITE_AND_BLACK.test(one))).toEqual([]);
  }
  await test.step('where one paints something else, it is caught', async () => {
    const draw = '\x1b7\x1b[17;1Hnot\x1b[4Ctxt\x1b[20;1H\x1b[31mred\x1b[44m \x1b[0m\x1b8';
    const caught = await differences(practice, classroom.pane, () => feed(practice.page, draw));
    expect(caught.join('\n')).toMatch(/row 19 col 0 "r": ink of 0 by WebGL/);
    expect(caught.join('\n')).toMatch(/row 19 col 3 " ": on 252,252,251 by WebGL, on 31,87,184 by DOM/);
  });
});

test('WebGL paints vim, mc and a log of git as the DOM renderer does, cell by cell', async ({
  practice,
  classroom,
}) => {
  const corpus = await openCorpus(practice, classroom);
  const programs = [
    ['vim agent.py', 'class Agent', [[':qa!'], ['Enter', PROMPT]]],
    ['mc -u -S default', /10\s?Quit/, [['F10', PROMPT]]],
    ['git -c core.pager="less -R" log --graph --color --stat --all', /Author/, [['q', PROMPT]]],
  ] as const;
  for (const [command, shown, leave] of programs) {
    await test.step(command, async () => {
      await corpus.run(command, shown);
      expect(await differences(practice, classroom.pane)).toEqual([]);
      await corpus.press(leave);
    });
  }
});
