/** Rows of text from the oldest to the newest. */
export interface Rows {
  readonly length: number;
  text(row: number): string;
}

/** Rows that must agree before two places count as the same: more than repeated prompts fill. */
const AGREEING_ROWS = 24;

/**
 * Where a row of an earlier snapshot is in a later one; undefined if it was dropped. `guess` is where it is
 * if nothing was dropped since. Dropped rows are older than this row, which is then above the guess, so the
 * search goes up first.
 */
export function findRow(before: Rows, after: Rows, row: number, guess: number): number | undefined {
  const last = after.length - 1;
  const start = Math.min(Math.max(guess, 0), last);
  for (let place = start; place >= 0; place -= 1) if (agree(before, after, row, place)) return place;
  for (let place = start + 1; place <= last; place += 1) if (agree(before, after, row, place)) return place;
  return undefined;
}

/** Whether the rows up to these two are the same, as far as both snapshots go. */
function agree(before: Rows, after: Rows, row: number, place: number): boolean {
  const count = Math.min(AGREEING_ROWS, row + 1, place + 1);
  for (let above = 0; above < count; above += 1) {
    if (before.text(row - above) !== after.text(place - above)) return false;
  }
  return true;
}
