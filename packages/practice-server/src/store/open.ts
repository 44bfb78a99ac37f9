import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '@agent-factory/exercise-runtime';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { CannotStart } from '../system/cannot-start.js';
import type { Logger } from '../system/log.js';
import { migrations } from './migrations.js';
import type { Tables } from './tables.js';

export type Store = Kysely<Tables>;

/**
 * Opens the database and brings it to today's shape. A file that is no database is moved aside
 * and a new one begun: progress is lost then, but never a workspace, and the student can go on.
 * Throws CannotStart where a newer daemon has written it.
 */
export async function openStore(path: string, log: Logger): Promise<Store> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return await openAndMigrate(path);
  } catch (error) {
    if (!DAMAGE.test(systemCode(error) ?? '')) throw explain(error);
    const aside = `${path}.damaged-${Date.now()}`;
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    }
    log.error({ err: error, aside }, 'The state database could not be read; it was moved aside and a new one begun');
    return await openAndMigrate(path);
  }
}

/** What says that the file itself is at fault; anything else (a full disk, a lock) a new file would not mend. */
const DAMAGE = /^SQLITE_(?:NOTADB|CORRUPT|IOERR_SHORT_READ)/;

function explain(error: unknown): unknown {
  if (error instanceof Error && /previously executed migration/.test(error.message)) {
    const what = 'The data in ~/.af-practice was written by a newer practice server.';
    return new CannotStart('newer_data', `${what} Run: npx @agent-factory/practice-server@latest`, { cause: error });
  }
  return error;
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
