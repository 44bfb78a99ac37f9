import { statSync, truncateSync } from 'node:fs';
import Database from 'libsql';
import { CannotStart } from '../system/cannot-start.js';
import { createOwnFile } from './database.js';
import { databaseFailure, isDamage, sqliteCode } from './failure.js';

export interface HomeLock {
  /** Whether it is still on the file that the next daemon would ask: false if that was removed or replaced. */
  holds(): boolean;
  release(): void;
}

/**
 * Makes this the only daemon of a home directory: two would expire each other's sessions. The lock
 * is an open transaction on its own database, so it goes with the process, however that ends.
 *
 * The file is empty, so garbage in it is cut off. It is never replaced: a running daemon's lock is on this very file.
 * SQLite takes the lock before it reads the content, so only a daemon that has no rival ever sees garbage.
 *
 * Throws CannotStart if another daemon has the lock, or if it cannot be taken.
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
