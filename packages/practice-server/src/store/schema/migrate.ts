import { Kysely, Migrator, SqliteDialect } from 'kysely';
import type { StateDatabase } from '../database.js';
import { migrations } from './migrations.js';
import type { Tables } from './tables.js';

/** The database as queries see it, in today's shape. */
export async function bringUpToDate(database: StateDatabase): Promise<Kysely<Tables>> {
  const store = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: store, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  return store;
}

/** Whether all migrations have run. Throws `storage_damaged` where there are tables and no record of any. */
export function isUpToDate(database: StateDatabase): boolean {
  const [tables] = database.all("select count(*) as number from sqlite_schema where type = 'table'");
  if (tables?.number === 0) return false;
  const [done] = database.all('select count(*) as number from kysely_migration');
  return Number(done?.number) >= Object.keys(migrations).length;
}
