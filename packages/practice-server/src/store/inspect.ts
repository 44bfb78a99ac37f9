import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PracticeError } from '@agent-factory/protocol';
import { openDatabase } from './database.js';
import { CORE_TABLES } from './schema/core-tables.js';
import { findDamage, findMissing } from './schema/damage.js';
import { isUpToDate } from './schema/migrate.js';
import type { TableSet } from './schema/table-set.js';
import type { StateFinding } from './state-finding.js';

/**
 * Whether a database is intact, judged by a copy: looking at the file itself takes locks and puts files beside it. A
 * copy made while a daemon writes may be inconsistent, so damage is only reported if a second copy shows it, too.
 */
export function inspectDatabase(path: string, name: string, more: readonly TableSet[]): StateFinding {
  const sets = [CORE_TABLES, ...more];
  accessSync(path, constants.R_OK | constants.W_OK);
  const damage = inspectCopy(path, sets) && inspectCopy(path, sets);
  if (damage === undefined) return { ok: true, text: `${name} is intact` };
  const advice = ['The next start sets it aside and keeps what can be read. Your work is not in it.'];
  return { ok: false, optional: true, text: `${name} is damaged: ${damage.split('\n').at(-1)}`, advice };
}

function inspectCopy(path: string, sets: readonly TableSet[]): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'af-doctor-'));
  try {
    const copy = join(folder, 'state.db');
    for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    return damageOf(copy, sets);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function damageOf(path: string, sets: readonly TableSet[]): string | undefined {
  try {
    const database = openDatabase(path);
    try {
      // The next start brings a database of an earlier daemon up to date.
      return findDamage(database) ?? (isUpToDate(database, sets) ? findMissing(database, sets) : undefined);
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof PracticeError) return String(error.facts.reason);
    throw error;
  }
}
