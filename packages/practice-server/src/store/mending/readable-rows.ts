import type { StateDatabase } from '../database.js';
import { isDamage } from '../failure.js';

type Row = Record<string, unknown>;

/** Rows read at once, and rows tried one by one if that fails: more than a page of the file holds. */
const STRIDE = 200;
/** After this many unreadable rows, we stop trying them one by one; and after this many, we stop altogether. */
const MAX_SEARCH = 2000;
const MAX_GAP = 100_000;

/** The rows of a table that can be read, around the damaged pages of its file. */
export function* readableRows(database: StateDatabase, table: string): Generator<Row> {
  let last = Number.MIN_SAFE_INTEGER;
  let unread = 0;
  while (unread < MAX_GAP) {
    const rows = attempt(() =>
      database.all(`select rowid as _row, * from ${table} where rowid > ? order by rowid limit ${STRIDE}`, last),
    );
    if (rows?.length === 0) return;
    const found = rows ?? (unread < MAX_SEARCH ? [...oneByOne(database, table, Math.max(last, 0))] : []);
    yield* found;
    unread = found.length > 0 ? 0 : unread + STRIDE;
    last = rows === undefined ? Math.max(last, 0) + STRIDE : Number(rows.at(-1)?._row);
  }
}

function* oneByOne(database: StateDatabase, table: string, after: number): Generator<Row> {
  for (let row = after + 1; row <= after + STRIDE; row += 1) {
    yield* attempt(() => database.all(`select rowid as _row, * from ${table} where rowid = ?`, row)) ?? [];
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}
