import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '@agent-factory/exercise-runtime';
import Database from 'libsql';
import { CannotStart } from '../system/cannot-start.js';

export interface HomeLock {
  release(): void;
}

/**
 * Makes this the only daemon of a home directory: two would expire each other's sessions. The lock
 * is an open transaction on a database of its own, so it goes with the process however that ends.
 * Throws CannotStart where another daemon has it.
 */
export function lockHome(path: string): HomeLock {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new Database(path);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!/^SQLITE_(?:BUSY|LOCKED)/.test(systemCode(error) ?? '')) throw error;
    throw new CannotStart('in_use', 'Another practice server uses this home directory.', { cause: error });
  }
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}
