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

/** In milliseconds. The start waits longer. */
const BUSY_WHILE_RUNNING_MS = 30;

/** A capability reaches its own tables through `store.withTables<…>()`. */
export type Store = Kysely<Tables>;

/**
 * Opens the database, checks that it is intact, and migrates the tables of the core and `more`. A damaged database is
 * set aside, and a new one made from what can be read of it: workspaces are never lost, and the student can go on.
 * Throws CannotStart if a newer daemon has written it, or if it cannot be opened.
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
      // A migration found something that it did not expect: a table that is already there, or one that is not.
      throw sqliteCode(error) === 'SQLITE_ERROR' || isDisorder(error) ? damaged(path, error.message) : error;
    });
    requireSound(path, findMissing(database, sets));
    // From now on, barely wait for other programs: a failed request can be repeated, terminals must not stand still.
    database.all(`PRAGMA busy_timeout = ${BUSY_WHILE_RUNNING_MS}`);
    return store;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Comes before anything is written, even if the file is damaged: what a newer daemon wrote is not ours to repair. */
function requireKnown(database: StateDatabase, set: TableSet): void {
  const names = recorded(database, set);
  if (names.every((name) => typeof name === 'string' && name in set.migrations)) return;
  const what = 'The data in ~/.af-practice was written by a newer practice server.';
  throw new CannotStart('newer_data', `${what} Run: npx @agent-factory/practice-server@latest`);
}

/** The record lacks migrations although it has later ones. */
function isDisorder(error: unknown): boolean {
  return error instanceof Error && /^corrupted migrations/.test(error.message);
}

function requireSound(path: string, damage: string | undefined): void {
  if (damage !== undefined) throw damaged(path, damage);
}

function damaged(path: string, reason: string): PracticeError {
  return new PracticeError('storage_damaged', `${path} is damaged (${reason}).`, { path, reason });
}
