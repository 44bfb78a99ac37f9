import { closeSync, existsSync, openSync } from 'node:fs';
import { systemCode } from '@agent-factory/exercise-runtime';
import { PracticeError } from '@agent-factory/protocol';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Database from 'libsql';
import { databaseFailure, isBusy, sqliteCode } from './failure.js';

/** How long to wait for another program that uses the file, such as a backup, in milliseconds. */
const BUSY_TIMEOUT_MS = 2000;
const OWNER_ONLY = 0o600;

/** A database that fails with the errors of `databaseFailure` only. */
export interface StateDatabase extends SqliteDatabase {
  /** All rows that a statement returns. */
  all(sql: string, ...parameters: unknown[]): Record<string, unknown>[];
}

/** Opens a database. A missing file is created, accessible to its owner only; SQLite's files beside it follow suit. */
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
    // SQLite rolls back by itself when the disk fails; a second rollback would hide why.
    if (sql === 'rollback' && !database.inTransaction) return NOTHING;
    const statement = typed(() => database.prepare(sql));
    const ended = <T>(action: () => T, parameters: unknown) =>
      typed(() => endedIfBusy(database, statement, action, parameters));
    return {
      reader: statement.reader,
      all: (parameters) => ended(() => statement.all(parameters), parameters),
      run: (parameters) => ended(() => statement.run(parameters), parameters),
      iterate: (parameters) => typed(() => statement.iterate(parameters)) as IterableIterator<unknown>,
    };
  };
  const all = (sql: string, ...parameters: unknown[]) => prepare(sql).all(parameters) as Record<string, unknown>[];
  try {
    all(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    all('PRAGMA journal_mode = WAL');
    all('PRAGMA foreign_keys = ON');
    // What a student deletes is overwritten.
    all('PRAGMA secure_delete = ON');
  } catch (error) {
    database.close();
    throw error;
  }
  const close = () => {
    ifPossible(() => all(EMPTY_WAL));
    database.close();
  };
  return { prepare, all, close };
}

/** Writes what is in the file beside the database into the database, and empties it: what is deleted is in there, too. */
export const EMPTY_WAL = 'PRAGMA wal_checkpoint(TRUNCATE)';

/** Where the disk is full, it stays where it is, and is read from there at the next start. */
function ifPossible(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof PracticeError)) throw error;
  }
}

const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/**
 * The library leaves a statement that finds the database locked as it is, half done, and as long as one is, SQLite
 * commits nothing of what is written later (https://sqlite.org/lang_transaction.html#implicit_versus_explicit_transactions).
 * Run once more while nothing may be written, it ends, and the library lets go of it.
 */
function endedIfBusy<T>(
  database: Database.Database,
  statement: Database.Statement,
  action: () => T,
  parameters: unknown,
): T {
  try {
    return action();
  } catch (error) {
    if (isBusy(error)) end(database, () => statement.run(parameters));
    throw error;
  }
}

function end(database: Database.Database, again: () => unknown): void {
  database.exec('PRAGMA query_only = ON');
  try {
    again();
  } catch (error) {
    // Refused, as it should be; anything else is no failure of a database.
    if (sqliteCode(error) === undefined) throw error;
  } finally {
    database.exec('PRAGMA query_only = OFF');
  }
}

/**
 * SQLite creates its files as the umask says. An existing file is never opened here: closing it again would release
 * every lock that this process has on it. Another daemon that is starting now may create it first.
 */
export function createOwnFile(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'ax', OWNER_ONLY));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}
