import type { ChangeDesc, Text } from '@codemirror/state';

/** Whole lines: from the start of the first one to the end of the last one, as offsets. */
export interface LineSpan {
  readonly from: number;
  readonly to: number;
}

/** Where the lines are after a change; nothing if the change took them away with a line break and put nothing there. */
export function mapSpan(span: LineSpan, changes: ChangeDesc, after: Text): LineSpan | undefined {
  if (isDeleted(span, changes)) return undefined;
  const from = after.lineAt(changes.mapPos(span.from, 1)).from;
  const to = after.lineAt(changes.mapPos(span.to, -1)).to;
  // Enter in an empty marked line leaves the mark with the first of the two.
  return from <= to ? { from, to } : { from: after.lineAt(to).from, to };
}

function isDeleted({ from, to }: LineSpan, changes: ChangeDesc): boolean {
  let deleted = false;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const covers = fromA <= from && toA >= to && toA - fromA > to - from;
    if (covers && fromB === toB) deleted = true;
  });
  return deleted;
}
