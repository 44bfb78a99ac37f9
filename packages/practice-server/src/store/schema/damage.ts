import type { StateDatabase } from '../database.js';
import type { TableSet } from './table-set.js';

/** What is wrong with the pages of a database, in a few words. Undefined if nothing is. */
export function findDamage(database: StateDatabase): string | undefined {
  const [check] = database.all('PRAGMA quick_check(1)');
  return check?.quick_check === 'ok' ? undefined : String(check?.quick_check);
}

/** Tables and columns that the migrations made and that are missing now. Ask after the migrations have run. */
export function findMissing(database: StateDatabase, sets: readonly TableSet[]): string | undefined {
  const found = new Set(
    database
      .all(`select t.name || '.' || iif(c.pk > 0, '*', '') || c.name as name
        from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table'`)
      .map(({ name }) => name),
  );
  const tables = sets.flatMap((set) => Object.entries(set.tables));
  const wanted = tables.flatMap(([table, { columns }]) => columns.map((column) => `${table}.${column}`));
  const missing = wanted.filter((name) => !found.has(name));
  return missing.length === 0 ? undefined : `${missing.join(', ')} missing`;
}
