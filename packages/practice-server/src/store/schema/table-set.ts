import type { Migration } from 'kysely';
import type * as z from 'zod';

/** A table as the migrations leave it. */
interface TableShape {
  /** The names of its columns; those of the primary key begin with `*`. */
  readonly columns: readonly string[];
  /** The shape of a valid row: what was read from a damaged file has to match it. */
  readonly row: z.ZodType<Record<string, string | number | null>>;
}

/** Tables that come and go together, with their own record of migrations. */
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
