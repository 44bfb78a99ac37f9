/** Rows of text from the oldest to the newest. */
export interface Rows {
  readonly length: number;
  text(row: number): string;
}

/** Rows that have to agree before a place counts as the same: more than any prompt repeats itself. */
const AGREEING_ROWS = 24;

/**
 * Where a row of an earlier snapshot is in a later one; undefined where it was forgotten. `guess` is
 * where it is if nothing was forgotten since. Whatever is forgotten is older than the row, which then
 * is above the guess, so the search goes up first.
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
