import type * as z from 'zod';
import { migrations } from './schema/migrations/index.js';
import { type actionRowSchema, ROWS } from './schema/rows.js';

/** The coach's tables, and its view of the daemon's event log, as queries see them. */
export type CoachTables = { [Name in keyof typeof ROWS]: z.infer<(typeof ROWS)[Name]> } & {
  coach_action_log: z.infer<typeof actionRowSchema>;
};

type TableName = keyof typeof ROWS;

/** A parent comes before its children, so that whoever copies the tables in this order finds it there. */
const ORDER = [
  'coach_projects',
  'coach_sessions',
  'coach_plans',
  'coach_phases',
  'coach_phase_hints',
  'coach_progress_events',
  'coach_dreyfus_assessments',
  'coach_knowledge_gaps',
  'coach_kata_specs',
  'coach_api_call_log',
  'coach_assessment_history',
  'coach_memories',
  'coach_activity',
  'coach_passed_criteria',
  'coach_tutor_leaks',
] as const satisfies readonly TableName[];

function shapeOf(name: TableName) {
  const columns = Object.keys(ROWS[name].shape);
  const [key, ...others] = columns;
  return { columns: [`*${key}`, ...others], row: ROWS[name] };
}

/** The tables of the coach, for whoever keeps the database. The view is not among them: it has no rows of its own. */
export const COACH_TABLES = {
  migrations,
  tables: Object.fromEntries(ORDER.map((name) => [name, shapeOf(name)])),
};
