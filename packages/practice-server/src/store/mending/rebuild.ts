import { existsSync, renameSync } from 'node:fs';
import { asideName } from '../../system/files/set-aside.js';
import type { Logger } from '../../system/log.js';
import { openDatabase, type StateDatabase } from '../database.js';
import { isDamage, sqliteCode } from '../failure.js';
import { bringUpToDate } from '../schema/migrate.js';
import type { TableSet } from '../schema/table-set.js';
import { copyWithHeader, DATABASE_SUFFIXES, removeDatabase } from './header.js';
import { readableRows } from './readable-rows.js';

/** The number of saved rows, by table. */
type Saved = Map<string, number>;

interface RebuildOptions {
  /** Why: what is wrong with the file. */
  readonly damage: unknown;
  readonly sets: readonly TableSet[];
  readonly log: Logger;
}

/**
 * Makes a new database from what can be read of a damaged one, which is set aside under a dated name. The new one takes
 * its place only when it is complete: after a crash, the next start finds the old one, or `finishRebuild` the new one.
 */
export async function rebuild(path: string, { damage, sets, log }: RebuildOptions): Promise<void> {
  const next = nextOf(path);
  removeDatabase(next);
  const saved = await salvage(path, next, sets);
  const aside = asideName(path);
  for (const suffix of DATABASE_SUFFIXES) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  renameSync(next, path);
  removeDatabase(next);
  log.error(
    { err: damage, path, aside, saved: Object.fromEntries(saved) },
    `${path} was damaged. A new one was started with what could be read of it; the damaged one is now ${aside}. Your work is not in it`,
  );
}

/** Finishes what a crash interrupted: the old file is gone only when the new one is complete. */
export function finishRebuild(path: string): void {
  const next = nextOf(path);
  if (!existsSync(next)) return;
  if (existsSync(path)) removeDatabase(next);
  else renameSync(next, path);
}

function nextOf(path: string): string {
  return `${path}.rebuilding`;
}

async function salvage(from: string, to: string, sets: readonly TableSet[]): Promise<Saved> {
  const saved: Saved = new Map();
  const healthy = openDatabase(to);
  try {
    await bringUpToDate(healthy, sets);
    checkpoint(healthy);
    for (const source of sources(from, to)) {
      for (const set of sets) copyRows(source, healthy, { set, saved });
      if (saved.size > 0) break;
    }
    leaveAlone(healthy);
  } finally {
    healthy.close();
  }
  return saved;
}

/** Moves everything into the one file that is copied from. */
function checkpoint(database: StateDatabase): void {
  database.all('PRAGMA wal_checkpoint(TRUNCATE)');
}

/**
 * Moves everything into the one file that is renamed, and lets go of the memory it is shared by. A closed connection
 * lives on until its statements are collected; whoever opens the file after it would share that memory, under the
 * former name, and no other program would see what they write.
 */
function leaveAlone(database: StateDatabase): void {
  database.all('PRAGMA journal_mode = DELETE');
}

/** The database as it is, then with a readable beginning. */
function* sources(path: string, healthy: string): Generator<StateDatabase> {
  const copies = [
    () => path,
    () => copyWithHeader(path, healthy, 'header'),
    () => copyWithHeader(path, healthy, 'page'),
  ];
  for (const make of copies) {
    const source = make();
    const database = source === undefined ? undefined : openDamaged(source);
    try {
      if (database !== undefined) yield database;
    } finally {
      database?.close();
      if (source !== undefined && source !== path) removeDatabase(source);
    }
  }
}

function openDamaged(path: string): StateDatabase | undefined {
  try {
    return openDatabase(path);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** A row whose parent could not be read belongs to nothing any more. */
function insertIfWhole(insert: () => void): boolean {
  try {
    insert();
    return true;
  } catch (error) {
    if (sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT')) return false;
    throw error;
  }
}

function copyRows(from: StateDatabase, to: StateDatabase, { set, saved }: { set: TableSet; saved: Saved }): void {
  to.all('begin');
  for (const [table, shape] of Object.entries(set.tables)) {
    const columns = shape.columns.map((column) => column.replace('*', ''));
    const places = columns.map(() => '?').join(', ');
    const insert = to.prepare(`insert or replace into ${table} (${columns.join(', ')}) values (${places})`);
    for (const row of readableRows(from, table)) {
      const parsed = shape.row.safeParse(Object.fromEntries(columns.map((column) => [column, row[column]])));
      if (!parsed.success) continue;
      const isIn = insertIfWhole(() => insert.run(columns.map((column) => parsed.data[column] ?? null)));
      if (isIn) saved.set(table, (saved.get(table) ?? 0) + 1);
    }
  }
  to.all('commit');
}
