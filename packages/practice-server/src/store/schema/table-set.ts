import type { Migration } from 'kysely';
import type { z } from 'zod';

/** A table as the migrations have made it. */
interface TableShape {
  /** Names of its columns; `*` is before those of its key. */
  readonly columns: readonly string[];
  /** A row as it is written: what was read from a damaged file has to be one. */
  readonly row: z.ZodType<Record<string, string | number | null>>;
}

/** Tables that come and go together, with a record of migrations of their own. */
export interface TableSet {
  /** Letters and `_`; the record is the table `<name>_migration`. */
  readonly name: string;
  /** In order of their names; a released one is never changed. */
  readonly migrations: Readonly<Record<string, Migration>>;
  readonly tables: Readonly<Record<string, TableShape>>;
}

export function recordOf({ name }: TableSet): string {
  return `${name}_migration`;
}
