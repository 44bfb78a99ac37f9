import type { StateDatabase } from '../database.js';
import type { Tables } from './tables.js';

/** Every table with its columns as the migrations make them; `*` is on those of its key. What must not be lost comes first. */
export const SCHEMA = {
  workspaces: [
    '*exercise_id',
    'version',
    'agent',
    'conversation_id',
    'seeded',
    'setup_done',
    'created_at',
    'completed_at',
  ],
  sessions: ['*exercise_id', 'agent', 'ticket', 'created_at'],
  exercise_progress: [
    '*exercise_id',
    '*version',
    'attempts',
    'first_attempt_at',
    'last_attempt_at',
    'completed_at',
    'solution_shown_at',
    'time_on_task_ms',
  ],
  criterion_progress: [
    '*exercise_id',
    '*version',
    '*name',
    'position',
    'status',
    'attempts',
    'first_passed_at',
    'hints_revealed',
  ],
  hint_reveals: ['*exercise_id', '*criterion', 'at', 'attempts'],
} as const satisfies Record<keyof Tables, readonly string[]>;

export type TableName = keyof typeof SCHEMA;
export const TABLES = Object.keys(SCHEMA) as TableName[];

/** What is wrong with a database in a few words: its pages, or what is missing in it. Undefined where nothing is. */
export function findDamage(database: StateDatabase): string | undefined {
  const [check] = database.all('PRAGMA quick_check(1)');
  return check?.quick_check === 'ok' ? undefined : String(check?.quick_check);
}

/** Tables and columns that the migrations have made and that are not there, after they have run. */
export function findMissing(database: StateDatabase): string | undefined {
  const found = new Set(
    database
      .all(`select t.name || '.' || iif(c.pk > 0, '*', '') || c.name as name
        from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table'`)
      .map(({ name }) => name),
  );
  const wanted = TABLES.flatMap((table) => SCHEMA[table].map((column) => `${table}.${column}`));
  const missing = wanted.filter((name) => !found.has(name));
  return missing.length === 0 ? undefined : `${missing.join(', ')} missing`;
}
