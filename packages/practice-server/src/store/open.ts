import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import Database from 'libsql';
import type { Logger } from '../system/log.js';
import { errnoOf } from '../system/storage-error.js';
import { migrations } from './migrations.js';
import type { Tables } from './tables.js';

export type Store = Kysely<Tables>;

/**
 * Opens the database and brings it to today's shape. A file that is no database is moved aside
 * and a new one begun: progress is lost then, but never a workspace, and the student can go on.
 */
export async function openStore(path: string, log: Logger): Promise<Store> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return await openAndMigrate(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const aside = `${path}.damaged-${Date.now()}`;
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    }
    log.error({ err: error, aside }, 'The state database could not be read; it was moved aside and a new one begun');
    return await openAndMigrate(path);
  }
}

/** A full disk, missing permissions, another daemon that holds the file: a new file would not mend these. */
const NOT_THE_FILE = /^E|^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|CANTOPEN|PERM|NOMEM|IOERR(?!_SHORT_READ))/;

function isDamage(error: unknown): boolean {
  return !NOT_THE_FILE.test(errnoOf(error) ?? '');
}

async function openAndMigrate(path: string): Promise<Store> {
  const database = new Database(path);
  try {
    database.pragma('busy_timeout = 2000');
    database.pragma('journal_mode = WAL');
    database.pragma('foreign_keys = ON');
    const store = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
    const { error } = await new Migrator({
      db: store,
      provider: { getMigrations: async () => migrations },
    }).migrateToLatest();
    if (error !== undefined) throw error;
    return store;
  } catch (error) {
    database.close();
    throw error;
  }
}
