import { findRow } from './pages/align.js';
import type { HistoryPage } from './pages/page.js';

/** How many rows further down the rows of one snapshot are in a later one; undefined if they share none. */
export function shiftBetween(before: HistoryPage, after: HistoryPage): number | undefined {
  // The last row above the screen: older rows no longer change.
  const row = Math.max(0, before.base - 1);
  const place = findRow(before, after, row, after.rowOf(before.numberOf(row)));
  return place === undefined ? undefined : place - row;
}

/** Selects in the later snapshot what is selected in the earlier one. */
export function carrySelection(before: HistoryPage, after: HistoryPage, shift: number): void {
  const selected = before.terminal.getSelectionPosition();
  if (selected === undefined) return;
  const { start, end } = selected;
  const length = (end.y - start.y) * before.terminal.cols + end.x - start.x;
  after.terminal.select(start.x, start.y + shift, length);
}
