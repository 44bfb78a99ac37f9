import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cell, Screen } from '../../src/grid/cell.js';
import type { Difference } from '../../src/grid/compare.js';
import { differencesFromTmux, differencesOfStill } from '../../src/grid/same-screen.js';
import type { View, Viewer } from '../../src/grid/viewer.js';
import { GridLesson, SIZE } from './lesson.js';
import { LAST, PAINTING } from './painting.js';

/** For what never settles. */
const IMPATIENT_MS = 500;

let lesson: GridLesson;

beforeAll(async () => {
  lesson = await GridLesson.open();
  await lesson.paint(PAINTING, LAST);
});

afterAll(() => lesson[Symbol.asyncDispose]());

/** The viewer, in whose sight something is otherwise than on its screen. */
function seeing(change: (screen: Screen) => Screen): Viewer {
  const { viewer } = lesson;
  const look = (): View => {
    const { screen, drawnBytes } = viewer.look();
    return { screen: change(screen), drawnBytes };
  };
  return { clientPid: viewer.clientPid, look, drawn: (bytes, withinMs) => viewer.drawn(bytes, withinMs) };
}

type Fault = readonly [name: string, field: Difference['field'], change: (screen: Screen) => Screen];

const ATTRIBUTES = ['bold', 'dim', 'italic', 'blink', 'inverse', 'invisible', 'strikethrough', 'overline'];

const CELL_FAULTS: readonly Fault[] = [
  ['a character', 'chars', cellAt(0, 0, { chars: '?' })],
  ['a width', 'width', cellAt(0, 0, { width: 2 })],
  ['a foreground', 'fg', cellAt(0, 6, { fg: 'palette:9' })],
  ['a foreground of 256', 'fg', cellAt(0, 16, { fg: 'palette:1' })],
  ['a foreground of 24 bits', 'fg', cellAt(0, 23, { fg: 'rgb:010204' })],
  ['a background', 'bg', cellAt(5, 0, { bg: 'palette:1' })],
  ['the background behind blanks that were written', 'bg', cellAt(5, 40, { bg: 'default' })],
  ['the background of one erased cell', 'bg', cellAt(6, 40, { bg: 'default' })],
  ['the style of an underline', 'attributes', changed('underline:3:default', 'underline:1:default')],
  ['an underline', 'attributes', changed('underline:2:default', '')],
  ...ATTRIBUTES.map((name): Fault => [name, 'attributes', changed(name, '')]),
  ['an attribute too many', 'attributes', cellAt(0, 0, { attributes: 'bold' })],
  ['a link', 'link', cellAt(0, 0, { link: 'https://example.test/' })],
];

const SCREEN_FAULTS: readonly Fault[] = [
  ['a row that continues no longer', 'wrap', (screen) => ({ ...screen, wraps: screen.wraps.map(() => false) })],
  ['a row that continues what ends above it', 'wrap', (screen) => ({ ...screen, wraps: screen.wraps.with(1, true) })],
  ['the place of the cursor', 'cursor', cursor({ col: 3, row: 3 })],
  ['a hidden cursor', 'cursor visible', cursor({ visible: false })],
  ['the shape of the cursor', 'cursor shape', cursor({ shape: 'bar' })],
];

describe('a viewer is caught in which only this is wrong:', () => {
  it.each([...CELL_FAULTS, ...SCREEN_FAULTS])('%s', async (_, field, change) => {
    const fields = (differences: readonly Difference[]) => [...new Set(differences.map((one) => one.field))];
    const differences = await differencesFromTmux(lesson.pane, seeing(change));
    expect(fields(differences).filter((one) => !one.startsWith('cursor v'))).toEqual(
      field === 'cursor visible' ? ['cursor shape'] : [field],
    );
    expect(fields(differences)).toContain(field);
  });

  it('all erased cells are in the default colour', async () => {
    const differences = await differencesFromTmux(lesson.pane, seeing(withoutErased));
    expect(differences).toHaveLength(SIZE[0] - 'blue'.length);
    expect(differences[0]).toMatchObject({ row: 6, field: 'bg', expected: 'palette:4', actual: 'default' });
  });

  it('the size', async () => {
    const differences = await differencesOfStill(lesson.pane, { ...lesson.viewer.screen(), cols: 81 });
    expect(differences).toMatchObject([{ field: 'size', actual: '81x24' }]);
    const wider = seeing((screen) => ({ ...screen, cols: 81 }));
    await expect(differencesFromTmux(lesson.pane, wider, IMPATIENT_MS)).rejects.toThrow(
      /never settles: tmux has written \d+ bytes for 80x24 .* are drawn, on 81x24/,
    );
  });

  it('it is wrong for a moment, and right at the next look', async () => {
    let looks = 0;
    const differences = await differencesFromTmux(
      lesson.pane,
      seeing((screen) => {
        looks += 1;
        return looks === 1 ? cellAt(0, 0, { chars: '?' })(screen) : screen;
      }),
    );
    expect(differences).toMatchObject([{ row: 0, col: 0, field: 'chars', expected: 'p', actual: '?' }]);
  });

  it('output that never arrives', async () => {
    const { viewer, pane } = lesson;
    const look = () => ({ screen: viewer.screen(), drawnBytes: viewer.look().drawnBytes - 1 });
    const missing: Viewer = { clientPid: viewer.clientPid, look, drawn: async () => {} };
    await expect(differencesFromTmux(pane, missing, IMPATIENT_MS)).rejects.toThrow(
      /never settles: tmux has written \d+ bytes/,
    );
  });
});

function cellAt(row: number, col: number, change: Partial<Cell>): (screen: Screen) => Screen {
  return (screen) => {
    const cells = structuredClone(screen.cells);
    Object.assign(cells[row]?.[col] ?? {}, change);
    return { ...screen, cells };
  };
}

/** Another attribute in the place of this one, in the first cell that has it. */
function changed(from: string, to: string): (screen: Screen) => Screen {
  return (screen) => {
    const row = screen.cells.findIndex((line) => line.some(({ attributes }) => attributes === from));
    const col = screen.cells[row]?.findIndex(({ attributes }) => attributes === from) ?? -1;
    expect(col, from).toBeGreaterThanOrEqual(0);
    return cellAt(row, col, { attributes: to })(screen);
  };
}

function cursor(change: Partial<Screen['cursor']>): (screen: Screen) => Screen {
  return (screen) => ({ ...screen, cursor: { ...screen.cursor, ...change } });
}

/** As if erasing knew no colours. */
function withoutErased(screen: Screen): Screen {
  const lose = (cell: Cell) => (cell.chars === '' && cell.width === 1 ? { ...cell, bg: 'default' } : cell);
  return { ...screen, cells: screen.cells.map((line) => line.map(lose)) };
}
