import { MAX_COLS, MAX_ROWS, MIN_COLS, MIN_ROWS } from '@agent-factory/protocol';
import { describe, expect, it } from 'vitest';
import { cellSize } from '../../src/terminal/size/cell.js';
import { gridWithin } from '../../src/terminal/size/grid.js';

const cell = { width: 8, height: 17 };

describe('the foretold grid', () => {
  it('holds whole cells beside the scroll bar', () => {
    expect(gridWithin({ width: 654, height: 800 }, cell)).toEqual({ cols: 80, rows: 47 });
    expect(gridWithin({ width: 653, height: 798 }, cell)).toEqual({ cols: 79, rows: 46 });
  });

  it.each([
    ['a hidden panel', { width: 0, height: 0 }, cell],
    ['a font that cannot be measured', { width: 654, height: 800 }, { width: Number.NaN, height: Number.NaN }],
  ])('is unknown for %s', (_, host, size) => {
    expect(gridWithin(host, size)).toBeUndefined();
  });

  it('stays within what the contract allows', () => {
    expect(gridWithin({ width: 1, height: 1 }, cell)).toEqual({ cols: MIN_COLS, rows: MIN_ROWS });
    expect(gridWithin({ width: 1e6, height: 1e6 }, cell)).toEqual({ cols: MAX_COLS, rows: MAX_ROWS });
  });
});

describe('a cell', () => {
  it('is whole device pixels high, and also as wide where WebGL draws it', () => {
    const character = { width: 7.8, height: 15 };
    expect(cellSize(character, 1, true)).toEqual({ width: 7, height: 17 });
    expect(cellSize(character, 1, false)).toEqual({ width: 7.8, height: 17 });
    expect(cellSize(character, 2, true)).toEqual({ width: 7.5, height: 17 });
  });
});
