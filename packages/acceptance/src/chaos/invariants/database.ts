import { join } from 'node:path';
import Database from 'libsql';
import type { Invariant } from '../invariant.js';

export const database: Invariant = {
  name: 'database',
  holds: 'the database of the daemon opens, and is whole',
  check: async ({ home }) => quickCheck(join(home.statePath, 'state.db')),
};

/** What SQLite says is wrong with a database. Throws if the file is none. */
export function quickCheck(path: string): string[] {
  const opened = new Database(path, { readonly: true });
  try {
    const said = opened.prepare('PRAGMA quick_check').all() as { quick_check: string }[];
    return said.map((row) => row.quick_check).filter((sentence) => sentence !== 'ok');
  } finally {
    opened.close();
  }
}
