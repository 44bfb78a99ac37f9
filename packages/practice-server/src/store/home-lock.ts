import { statSync, truncateSync } from 'node:fs';
import Database from 'libsql';
import { CannotStart } from '../system/cannot-start.js';
import { createOwnFile } from './database.js';
import { databaseFailure, isDamage, sqliteCode } from './failure.js';

export interface HomeLock {
  /** Whether it still is on the file that the next daemon would ask: not where that was removed or replaced. */
  holds(): boolean;
  release(): void;
}

/**
 * Makes this the only daemon of a home directory: two would expire each other's sessions. The lock
 * is an open transaction on a database of its own, so it goes with the process however that ends.
 *
 * The file holds nothing, so that garbage in it is cut off. It is never replaced: the lock of a daemon that runs is on
 * this very file, and is asked for before its content, so that garbage is only seen by whom no other stands in the way.
 *
 * Throws CannotStart where another daemon has it, or where it cannot be had.
 */
export function lockHome(path: string): HomeLock {
  try {
    createOwnFile(path);
    return take(path);
  } catch (error) {
    if (!isDamage(databaseFailure(error, path))) throw explain(error, path);
  }
  truncateSync(path);
  try {
    return take(path);
  } catch (error) {
    throw explain(error, path);
  }
}

function take(path: string): HomeLock {
  const database = new Database(path);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  const inodeOf = () => statSync(path, { throwIfNoEntry: false })?.ino;
  const locked = inodeOf();
  return {
    holds: () => inodeOf() === locked,
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function explain(error: unknown, path: string): unknown {
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(sqliteCode(error) ?? '')) {
    return new CannotStart('in_use', 'Another practice server uses this home directory.', { cause: error });
  }
  const failure = databaseFailure(error, path);
  return failure === error ? error : new CannotStart('no_state', (failure as Error).message, { cause: error });
}
