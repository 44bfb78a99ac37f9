import { describe, expect, it } from 'vitest';
import type { Cell, Screen } from '../../src/grid/cell.js';
import { compareScreens, type Difference, withoutStaleWraps } from '../../src/grid/compare.js';
import { withDrawing } from '../../src/grid/fresh-drawing.js';

const CELL: Cell = { chars: 'a', width: 1, fg: 'default', bg: 'default', attributes: '', link: '' };

/** A screen of one row. */
function screenOf(...cells: Partial<Cell>[]): Screen {
  return {
    cols: cells.length,
    rows: 1,
    cells: [cells.map((cell) => ({ ...CELL, ...cell }))],
    wraps: [false],
    cursor: { col: 0, row: 0, visible: true, shape: 'default' },
  };
}

const differ = (one: Partial<Cell>, other: Partial<Cell>) => compareScreens(screenOf(one), screenOf(other)).length > 0;

describe('two cells', () => {
  it.each([
    [16, '000000'],
    [17, '00005f'],
    [21, '0000ff'],
    [214, 'ffaf00'],
    [231, 'ffffff'],
    [232, '080808'],
    [255, 'eeeeee'],
  ])('are the same where a line is drawn in colour %d, or in what it is made of', (index, rgb) => {
    const line = { attributes: `underline:1:palette:${index}` };
    expect(differ(line, { attributes: `underline:1:rgb:${rgb}` })).toBe(false);
    expect(differ(line, { attributes: 'underline:1:rgb:123456' })).toBe(true);
  });

  it('differ where a line is drawn in a colour of the theme, or in one that looks like it', () => {
    expect(differ({ attributes: 'underline:1:palette:15' }, { attributes: 'underline:1:rgb:ffffff' })).toBe(true);
  });

  it('are the same but for a joiner that joins nothing', () => {
    expect(differ({ chars: 'a\u200d' }, {})).toBe(false);
    expect(differ({ chars: 'a\u200db' }, { chars: 'ab' })).toBe(true);
  });

  it.each([
    [{ chars: 'b' }],
    [{ width: 2 }],
    [{ fg: 'palette:1' }],
    [{ bg: 'palette:1' }],
    [{ attributes: 'bold' }],
    [{ link: 'https://example.org' }],
  ])('differ in %j', (cell) => {
    expect(differ({}, cell)).toBe(true);
  });
});

describe('a blank', () => {
  it.each(['inverse', 'underline:1:default', 'strikethrough', 'overline'])(
    'shows its foreground where it is %s, and else does not',
    (attributes) => {
      const blank = { chars: ' ', attributes };
      expect(differ(blank, { ...blank, fg: 'palette:1' })).toBe(true);
      expect(differ({ chars: ' ' }, { chars: '', fg: 'palette:1' })).toBe(false);
    },
  );
});

describe('two screens', () => {
  const screen = screenOf({}, {}, {});
  const cursorAt = (col: number) => ({ ...screen, cursor: { ...screen.cursor, col } });

  it.each([
    [{ cols: 4 }, '3x1', '4x1'],
    [{ rows: 2 }, '3x1', '3x2'],
  ])('differ in their size alone where it is another: %j', (size, expected, actual) => {
    expect(compareScreens(screen, { ...screen, ...size })).toEqual([
      { row: 0, col: 0, field: 'size', expected, actual },
    ]);
  });

  it('are not compared where one lacks cells', () => {
    expect(() => compareScreens(screen, { ...screen, cells: [] })).toThrow('There is no cell at row 0, column 0');
  });

  it('differ in the column of the cursor, but for those at the edge and behind it', () => {
    expect(compareScreens(cursorAt(2), cursorAt(3))).toEqual([]);
    expect(compareScreens(cursorAt(1), cursorAt(2))).toMatchObject([{ field: 'cursor', actual: 'row 0 col 2' }]);
  });

  it('differ still, without stale wraps, where a row no longer continues the one above', () => {
    const wraps = (expected: string, actual: string): Difference => ({
      row: 1,
      col: 0,
      field: 'wrap',
      expected,
      actual,
    });
    const size: Difference = { row: 0, col: 0, field: 'size', expected: 'false', actual: 'true' };
    const [lost, stale] = [wraps('true', 'false'), wraps('false', 'true')];
    expect(withoutStaleWraps([lost, stale, size])).toEqual([lost, size]);
  });
});

describe('a screen as it is held, with what only a drawing tells', () => {
  const BLUE = { bg: 'palette:4' };

  it('has the background of cells that were erased, and keeps that of all that was written', () => {
    const held = screenOf({ chars: '' }, { chars: ' ' }, { chars: '漢', width: 2 }, { chars: '', width: 0 });
    const drawn = screenOf(BLUE, BLUE, BLUE, BLUE);
    const [line] = withDrawing(held, drawn).cells;
    expect(line?.map(({ bg }) => bg)).toEqual(['palette:4', 'default', 'default', 'default']);
  });

  it('has the shape of the drawn cursor, and knows of no row that it continues where the drawing does not', () => {
    const held = { ...screenOf({}), wraps: [true] };
    const drawn = { ...screenOf({}), cursor: { col: 0, row: 0, visible: true, shape: 'bar' } };
    expect(withDrawing(held, drawn)).toMatchObject({ wraps: [undefined], cursor: { shape: 'bar' } });
    expect(withDrawing(held, { ...drawn, wraps: [true] }).wraps).toEqual([true]);
    const moved = { ...drawn, cursor: { col: 5, row: 0, visible: false, shape: 'bar' } };
    expect(withDrawing(held, moved).cursor).toEqual({ ...held.cursor, shape: 'bar' });
    expect(withDrawing({ ...held, wraps: [false] }, { ...drawn, wraps: [true] }).wraps).toEqual([false]);
  });
});
