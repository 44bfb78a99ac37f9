import { Kysely, Migrator, SqliteDialect } from 'kysely';
import type { StateDatabase } from '../database.js';
import { recordOf, type TableSet } from './table-set.js';
import type { Tables } from './tables.js';

/**
 * The database as queries see it, with all tables in today's shape. All migrations are one transaction: they are done or
 * not, and wait for the disk once, not after each statement.
 */
export async function bringUpToDate(database: StateDatabase, sets: readonly TableSet[]): Promise<Kysely<Tables>> {
  const store = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  database.all('begin');
  try {
    await migrate(store, sets);
    database.all('commit');
  } catch (error) {
    database.all('rollback');
    throw error;
  }
  return store;
}

async function migrate(store: Kysely<Tables>, sets: readonly TableSet[]): Promise<void> {
  for (const set of sets) {
    const { error } = await new Migrator({
      db: store,
      provider: { getMigrations: async () => set.migrations },
      migrationTableName: recordOf(set),
      migrationLockTableName: `${recordOf(set)}_lock`,
    }).migrateToLatest();
    if (error !== undefined) throw error;
  }
}

/** Whether all migrations have run. Throws `storage_damaged` if there are tables but no record of migrations. */
export function isUpToDate(database: StateDatabase, sets: readonly TableSet[]): boolean {
  const [tables] = database.all("select count(*) as number from sqlite_schema where type = 'table'");
  if (tables?.number === 0) return false;
  const [core, ...others] = sets;
  return (
    (core === undefined || hasRun(database, core)) &&
    others.every((set) => hasRecord(database, set) && hasRun(database, set))
  );
}

/** Names of the migrations that a database has a record of. */
export function recorded(database: StateDatabase, set: TableSet): unknown[] {
  return hasRecord(database, set) ? database.all(`select name from ${recordOf(set)}`).map(({ name }) => name) : [];
}

function hasRecord(database: StateDatabase, set: TableSet): boolean {
  return database.all('select 1 from sqlite_schema where name = ?', recordOf(set)).length > 0;
}

function hasRun(database: StateDatabase, set: TableSet): boolean {
  const [done] = database.all(`select count(*) as number from ${recordOf(set)}`);
  return Number(done?.number) >= Object.keys(set.migrations).length;
}
