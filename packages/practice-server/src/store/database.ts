import { closeSync, existsSync, openSync } from 'node:fs';
import { systemCode } from '@agent-factory/exercise-runtime';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Database from 'libsql';
import { databaseFailure } from './failure.js';

/** Another program that looks at the file, such as a backup, is waited for this long, in milliseconds. */
const BUSY_TIMEOUT_MS = 2000;
const OWNER_ONLY = 0o600;

/** A database whose failures are those of `databaseFailure`, whoever meets them. */
export interface StateDatabase extends SqliteDatabase {
  /** All rows that a statement answers. */
  all(sql: string, ...parameters: unknown[]): Record<string, unknown>[];
}

/** Opens a database, and makes the file where it is missing: for its owner alone, as what SQLite puts beside it is then. */
export function openDatabase(path: string): StateDatabase {
  const typed = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw databaseFailure(error, path);
    }
  };
  createOwnFile(path);
  const database = typed(() => new Database(path));
  const prepare = (sql: string): SqliteStatement => {
    // SQLite rolls back by itself where the disk fails; a second time would hide why.
    if (sql === 'rollback' && !database.inTransaction) return NOTHING;
    const statement = typed(() => database.prepare(sql));
    return {
      reader: statement.reader,
      all: (parameters) => typed(() => statement.all(parameters)),
      run: (parameters) => typed(() => statement.run(parameters)),
      iterate: (parameters) => typed(() => statement.iterate(parameters)) as IterableIterator<unknown>,
    };
  };
  const all = (sql: string, ...parameters: unknown[]) => prepare(sql).all(parameters) as Record<string, unknown>[];
  try {
    all(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    all('PRAGMA journal_mode = WAL');
    all('PRAGMA foreign_keys = ON');
  } catch (error) {
    database.close();
    throw error;
  }
  return { prepare, all, close: () => void database.close() };
}

const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/**
 * SQLite makes its files as the umask says. One that is there is never opened by hand: to close it again would let go of
 * every lock that this process has on it. Another daemon that starts now may make it first.
 */
export function createOwnFile(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'ax', OWNER_ONLY));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}
