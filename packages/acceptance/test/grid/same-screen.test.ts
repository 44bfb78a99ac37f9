import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tmuxScreen } from '../../src/grid/capture/tmux-screen.js';
import type { Cell, Screen } from '../../src/grid/cell.js';
import { compareScreens } from '../../src/grid/compare.js';
import { differencesFromTmux } from '../../src/grid/same-screen.js';
import { GridLesson } from './lesson.js';

let lesson: GridLesson;

beforeEach(async () => {
  lesson = await GridLesson.open();
});

afterEach(() => lesson[Symbol.asyncDispose]());

describe('two ways to draw', () => {
  it('differ where they join characters otherwise', async () => {
    await lesson.paint(
      'flag \u{1f1e9}\u{1f1ea} tone \u{1f44d}\u{1f3fd} pair \u{1f469}\u200d\u{1f4bb} mark e\u0301.',
      '.',
    );
    const { cells } = await tmuxScreen(lesson.pane);
    expect(cells[0]?.map(({ chars }) => chars)).toContain('\u{1f469}\u200d\u{1f4bb}');
    expect(cells[0]?.map(({ chars }) => chars)).toContain('e\u0301');
    const differences = await differencesFromTmux(lesson.pane, lesson.viewer);
    expect(differences.some(({ field }) => field === 'width')).toBe(true);
  });

  it('differ where one gives a character another width', async () => {
    await lesson.paint('party 🎉 time', 'time');
    const differences = await differencesFromTmux(lesson.pane, lesson.viewer);
    expect(differences).toContainEqual({ row: 0, col: 6, field: 'width', expected: '2', actual: '1' });
  });

  it('are the same where only the foreground of a blank is another, except where it is drawn', async () => {
    await lesson.paint('a b \x1b[7m \x1b[0m.', '.');
    const truth = await tmuxScreen(lesson.pane);
    expect(compareScreens(truth, withCell(truth, 0, 1, { fg: 'palette:1' }))).toEqual([]);
    expect(compareScreens(truth, withCell(truth, 0, 4, { fg: 'palette:1' }))).toHaveLength(1);
  });

  it('are the same where only the first row or a blank one continues a line, or the shape of a hidden cursor is another', async () => {
    await lesson.paint('\x1b[?25la', 'a');
    const truth = await tmuxScreen(lesson.pane);
    const other = { ...truth, wraps: truth.wraps.with(1, true), cursor: { ...truth.cursor, shape: 'bar' } };
    expect(compareScreens(truth, other)).toEqual([]);
    expect(compareScreens(truth, { ...truth, wraps: truth.wraps.with(0, true) })).toEqual([]);
  });
});

function withCell(screen: Screen, row: number, col: number, change: Partial<Cell>): Screen {
  const cells = structuredClone(screen.cells);
  Object.assign(cells[row]?.[col] ?? {}, change);
  return { ...screen, cells };
}
