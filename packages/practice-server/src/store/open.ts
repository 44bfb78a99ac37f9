import { PracticeError } from '@agent-factory/protocol';
import type { Kysely } from 'kysely';
import { CannotStart } from '../system/cannot-start.js';
import type { Logger } from '../system/log.js';
import { openDatabase, type StateDatabase } from './database.js';
import { isDamage, sqliteCode } from './failure.js';
import { finishRebuild, rebuild } from './mending/rebuild.js';
import { CORE_TABLES } from './schema/core-tables.js';
import { findDamage, findMissing } from './schema/damage.js';
import { bringUpToDate, recorded } from './schema/migrate.js';
import type { TableSet } from './schema/table-set.js';
import type { Tables } from './schema/tables.js';

/** The start waits for longer. */
const BUSY_WHILE_RUNNING_MS = 30;

/** Tables of a capability are reached by `store.withTables<…>()`. */
export type Store = Kysely<Tables>;

/**
 * Opens the database, looks whether it is whole, and brings the tables of the core and `more` to today's shape. One that is damaged is set aside and
 * a new one made of what can be read of it: never a workspace is lost, and the student can go on. Throws CannotStart
 * where a newer daemon has written it, or where it cannot be opened.
 */
export async function openStore(path: string, log: Logger, more: readonly TableSet[]): Promise<Store> {
  const sets = [CORE_TABLES, ...more];
  try {
    finishRebuild(path);
    try {
      return await openWhole(path, sets);
    } catch (error) {
      if (!isDamage(error)) throw error;
      await rebuild(path, { damage: error, sets, log });
      return await openWhole(path, sets);
    }
  } catch (error) {
    throw error instanceof PracticeError ? new CannotStart('no_state', error.message, { cause: error }) : error;
  }
}

async function openWhole(path: string, sets: readonly TableSet[]): Promise<Store> {
  const database = openDatabase(path);
  try {
    for (const set of sets) requireKnown(database, set);
    requireSound(path, findDamage(database));
    const store = await bringUpToDate(database, sets).catch((error) => {
      // A migration that finds what it did not expect: tables that are there already, or that are not.
      throw sqliteCode(error) === 'SQLITE_ERROR' || isDisorder(error) ? damaged(path, error.message) : error;
    });
    requireSound(path, findMissing(database, sets));
    // Nobody waits for another program here: a request that fails can be asked again, and terminals cannot stand still.
    database.all(`PRAGMA busy_timeout = ${BUSY_WHILE_RUNNING_MS}`);
    return store;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Before anything is written, also where the file is damaged: what a newer daemon has made is not ours to mend. */
function requireKnown(database: StateDatabase, set: TableSet): void {
  const names = recorded(database, set);
  if (names.every((name) => typeof name === 'string' && name in set.migrations)) return;
  const what = 'The data in ~/.af-practice was written by a newer practice server.';
  throw new CannotStart('newer_data', `${what} Run: npx @agent-factory/practice-server@latest`);
}

/** Migrations that are not on record, though later ones are. */
function isDisorder(error: unknown): boolean {
  return error instanceof Error && /^corrupted migrations/.test(error.message);
}

function requireSound(path: string, damage: string | undefined): void {
  if (damage !== undefined) throw damaged(path, damage);
}

function damaged(path: string, reason: string): PracticeError {
  return new PracticeError('storage_damaged', `${path} is damaged (${reason}).`, { path, reason });
}
