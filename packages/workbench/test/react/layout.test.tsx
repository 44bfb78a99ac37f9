// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LEAST, leastOf, PANES, type PaneId, prune } from '../../src/react/layout/arrangement.js';
import { parseLayout } from '../../src/react/layout/layout-memory.js';
import { GAP, placePanes } from '../../src/react/layout/place-panes.js';
import { arrangementOf, PRESET_IDS, type Room, roomOf } from '../../src/react/layout/presets.js';
import { eventually } from '../client/support/eventually.js';
import { openPanel } from './support/open-panel.js';

const ROOMS: readonly [Exclude<Room, 'single'>, number, number][] = [
  ['wide', 1440, 900],
  ['medium', 1100, 800],
  ['narrow', 820, 1180],
];

const everyArrangement = ROOMS.flatMap(([room, width, height]) =>
  PRESET_IDS.flatMap((preset) => [true, false].map((lesson) => ({ room, width, height, preset, lesson }))),
);

describe('arrangements', () => {
  it.each(everyArrangement)('$preset at $width with lesson: $lesson fills the page without an overlap', (each) => {
    const { room, width, height, preset, lesson } = each;
    const panes = PANES.filter((pane) => (pane !== 'lesson' && pane !== 'kata') || lesson);
    const pruned = prune(arrangementOf(room, preset, lesson), (pane) => panes.includes(pane));
    const placed = placePanes(pruned ?? 'editor', { left: 0, top: 0, width, height }, () => undefined);
    expect([...placed.panes.keys()].sort()).toEqual([...panes].sort());
    const boxes = [...placed.panes.values(), ...placed.separators.map(({ box }) => box)];
    expect(boxes.reduce((sum, box) => sum + box.width * box.height, 0)).toBe(width * height);
    for (const [pane, box] of placed.panes) {
      expect(box.width).toBeGreaterThanOrEqual(LEAST[pane].row);
      expect(box.height).toBeGreaterThanOrEqual(LEAST[pane].column);
    }
  });

  it.each(PRESET_IDS)('%s is good for any panes that are shown, and for no room at all', (preset) => {
    for (let set = 1; set < 2 ** PANES.length; set += 1) {
      const shown = PANES.filter((_, index) => (set & (1 << index)) !== 0);
      const pruned = prune(arrangementOf('wide', preset, true), (pane) => shown.includes(pane));
      const { panes, separators } = placePanes(pruned as PaneId, { left: 0, top: 0, width: 30, height: 20 }, () => 0.9);
      expect([...panes.keys()].sort()).toEqual([...shown].sort());
      for (const { share, least, most } of separators) expect(share >= least && share <= most).toBe(true);
    }
  });

  it('needs as much room as its panes and the lines between them', () => {
    const both = { id: 'x', direction: 'row', share: 0.5, first: 'files', second: 'editor' } as const;
    expect(leastOf(both, 'row', GAP)).toBe(LEAST.files.row + GAP + LEAST.editor.row);
    expect(leastOf(both, 'column', GAP)).toBe(LEAST.editor.column);
  });

  it('depends on the room that there is', () => {
    expect([1440, 1100, 820, 390, 320].map(roomOf)).toEqual(['wide', 'medium', 'narrow', 'single', 'single']);
  });
});

describe('a remembered layout', () => {
  it.each([null, 7, 'x', [], { preset: 'no', hidden: 'x', shares: 3 }, { hidden: [...PANES] }])(
    'is as usual where %j is stored',
    (stored) => {
      expect(parseLayout(stored)).toEqual({ preset: 'columns', hidden: [], shares: {} });
    },
  );

  it('keeps what is valid', () => {
    const stored = { preset: 'below', hidden: ['coach', 'x'], shares: { a: 0.3, b: 7, c: 'x' } };
    expect(parseLayout(stored)).toEqual({ preset: 'below', hidden: ['coach'], shares: { a: 0.3 } });
  });
});

describe('the page', () => {
  const separator = (name: string) => screen.getByRole('separator', { name });
  const region = (name: string) => screen.queryByRole('region', { name });

  it('has a line between two parts that the keyboard moves, and remembers it', async () => {
    await openPanel();
    const line = separator('Size of files');
    expect(line.getAttribute('aria-orientation')).toBe('horizontal');
    const before = Number(line.getAttribute('aria-valuenow'));
    fireEvent.keyDown(line, { key: 'ArrowDown', shiftKey: true });
    await eventually(() => expect(Number(line.getAttribute('aria-valuenow'))).toBeGreaterThan(before));
    expect(JSON.parse(localStorage.getItem('practice:workbench-layout') ?? '{}').shares).toHaveProperty([
      'wide.columns.side',
    ]);
    fireEvent.keyDown(line, { key: 'Home' });
    await eventually(() => expect(line.getAttribute('aria-valuenow')).toBe(line.getAttribute('aria-valuemin')));
    fireEvent.keyDown(line, { key: 'Enter' });
    await eventually(() => expect(Number(line.getAttribute('aria-valuenow'))).toBe(before));
  });

  it('is dragged at such a line, and put back by a double click', async () => {
    await openPanel();
    const line = separator('Size of files and coach');
    const before = Number(line.getAttribute('aria-valuenow'));
    fireEvent.pointerDown(line, { button: 0, clientX: 250 });
    fireEvent.pointerMove(line, { clientX: 350 });
    fireEvent.pointerUp(line);
    await eventually(() => expect(Number(line.getAttribute('aria-valuenow'))).toBeGreaterThan(before));
    fireEvent.pointerMove(line, { clientX: 100 });
    fireEvent.doubleClick(line);
    await eventually(() => expect(Number(line.getAttribute('aria-valuenow'))).toBe(before));
  });

  it('is arranged by a menu, in which parts are put away and brought back', async () => {
    await openPanel({ props: { lesson: <p>Read this</p> } });
    fireEvent.click(screen.getByRole('button', { name: 'Layout' }));
    expect(region('Lesson')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Lesson' }));
    await eventually(() => expect(region('Lesson')).toBeNull());
    fireEvent.click(screen.getByRole('checkbox', { name: 'Lesson' }));
    await eventually(() => expect(region('Lesson')).toBeTruthy());
    fireEvent.click(screen.getByRole('radio', { name: 'Terminal below' }));
    await screen.findByRole('separator', { name: 'Size of files, coach and editor' });
  });

  it('has no place for a terminal where there is none', async () => {
    await openPanel({ props: { terminal: undefined } });
    expect(region('Terminal')).toBeNull();
    expect(screen.queryByRole('separator', { name: /terminal/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Layout' }));
    expect(screen.queryByRole('checkbox', { name: 'Terminal' })).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Editor' })).toBeTruthy();
  });

  it('never puts the last part away', async () => {
    await openPanel();
    fireEvent.click(screen.getByRole('button', { name: 'Layout' }));
    for (const name of ['Files', 'Coach', 'Editor', 'Terminal']) {
      fireEvent.click(screen.getByRole('checkbox', { name }));
    }
    await eventually(() => expect(region('Editor')).toBeNull());
    expect(region('Terminal')).toBeTruthy();
  });

  it('shows one part at a time on a phone, and says where something is new', async () => {
    const { daemon } = await openPanel({ width: 390, files: { 'a.py': 'x\n' } });
    const switcher = await screen.findByRole('navigation', { name: 'Parts of the page' });
    expect(screen.queryAllByRole('separator')).toEqual([]);
    expect([region('Editor') !== null, region('Files')]).toEqual([true, null]);
    daemon.broadcast('coaching:message', { id: 'm', message: 'Look.', type: 'info' });
    fireEvent.click(await within(switcher).findByRole('button', { name: 'Coach, the coach has said something' }));
    await eventually(() => expect(region('Coach')).toBeTruthy());
    fireEvent.click(within(switcher).getByRole('button', { name: 'Files' }));
    fireEvent.click(await screen.findByRole('treeitem', { name: 'a.py' }));
    await eventually(() => expect(region('Editor')).toBeTruthy());
    expect(within(switcher).getByRole('button', { name: 'Coach' })).toBeTruthy();
  });

  it('keeps each part the same element in every arrangement', async () => {
    await openPanel();
    const terminal = screen.getByText('The terminal');
    fireEvent.click(screen.getByRole('button', { name: 'Layout' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Terminal on the left' }));
    await screen.findByRole('separator', { name: 'Size of terminal' });
    expect(screen.getByText('The terminal')).toBe(terminal);
  });
});
