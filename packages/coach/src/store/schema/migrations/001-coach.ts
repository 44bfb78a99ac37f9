import { type Kysely, type Migration, sql } from 'kysely';
import { key, of, set, type Table, table } from './columns.js';

export const coach: Migration = {
  async up(db: Kysely<unknown>) {
    for (const made of [...sessionTables(db), ...planTables(db), ...skillTables(db)]) await made.execute();
    await createIndexes(db);
    await createActionLog(db);
  },
};

function sessionTables(db: Kysely<unknown>): Table[] {
  return [
    table(db, 'coach_projects')
      .addColumn('project_id', 'text', key)
      .addColumn('visibility', 'text', set)
      .addColumn('hint_level', 'text', set)
      .addColumn('issue', 'text'),
    table(db, 'coach_sessions')
      .addColumn('id', 'text', key)
      .addColumn('project_id', 'text', set)
      .addColumn('project_dir', 'text', set)
      .addColumn('issue_number', 'integer')
      .addColumn('issue_title', 'text')
      .addColumn('status', 'text', set)
      .addColumn('started_at', 'text', set)
      .addColumn('ended_at', 'text'),
    table(db, 'coach_api_call_log')
      .addColumn('id', 'text', key)
      .addColumn('session_id', 'text', of('coach_sessions'))
      .addColumn('call_type', 'text', set)
      .addColumn('model', 'text', set)
      .addColumn('input_hash', 'text', set)
      .addColumn('latency_ms', 'integer', set)
      .addColumn('input_tokens', 'integer', set)
      .addColumn('output_tokens', 'integer', set)
      .addColumn('cost_estimate', 'real', set)
      .addColumn('created_at', 'text', set),
  ];
}

function planTables(db: Kysely<unknown>): Table[] {
  return [
    table(db, 'coach_plans')
      .addColumn('id', 'text', key)
      .addColumn('session_id', 'text', of('coach_sessions'))
      .addColumn('raw_plan_text', 'text', set)
      .addColumn('created_at', 'text', set),
    table(db, 'coach_phases')
      .addColumn('id', 'text', key)
      .addColumn('plan_id', 'text', of('coach_plans'))
      .addColumn('number', 'integer', set)
      .addColumn('title', 'text', set)
      .addColumn('description', 'text', set)
      .addColumn('status', 'text', set)
      .addColumn('hint_level', 'text', set)
      .addColumn('expected_files', 'text', set)
      .addColumn('started_at', 'text')
      .addColumn('completed_at', 'text'),
    table(db, 'coach_phase_hints')
      .addColumn('id', 'text', key)
      .addColumn('phase_id', 'text', of('coach_phases'))
      .addColumn('type', 'text', set)
      .addColumn('path', 'text', set)
      .addColumn('start_line', 'integer')
      .addColumn('end_line', 'integer')
      .addColumn('style', 'text', set)
      .addColumn('hover_text', 'text'),
    table(db, 'coach_progress_events')
      .addColumn('id', 'text', key)
      .addColumn('phase_id', 'text', of('coach_phases'))
      .addColumn('event_type', 'text', set)
      .addColumn('data', 'text')
      .addColumn('created_at', 'text', set),
  ];
}

function skillTables(db: Kysely<unknown>): Table[] {
  return [
    table(db, 'coach_dreyfus_assessments')
      .addColumn('id', 'text', key)
      .addColumn('skill_area', 'text', (column) => column.notNull().unique())
      .addColumn('stage', 'text', set)
      .addColumn('confidence', 'real', set)
      .addColumn('evidence', 'text', set)
      .addColumn('assessed_at', 'text', set),
    table(db, 'coach_knowledge_gaps')
      .addColumn('id', 'text', key)
      .addColumn('session_id', 'text', of('coach_sessions'))
      .addColumn('topic', 'text', set)
      .addColumn('severity', 'text', set)
      .addColumn('evidence', 'text', set)
      .addColumn('related_concepts', 'text', set)
      .addColumn('frequency', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('last_encountered_at', 'text', set)
      .addColumn('addressed', 'integer', (column) => column.notNull().defaultTo(0)),
    table(db, 'coach_kata_specs')
      .addColumn('id', 'text', key)
      .addColumn('knowledge_gap_id', 'text', of('coach_knowledge_gaps'))
      .addColumn('title', 'text', set)
      .addColumn('description', 'text', set)
      .addColumn('scaffolding_code', 'text', set)
      .addColumn('instructor_notes', 'text', set)
      .addColumn('constraints', 'text', set)
      .addColumn('user_attempts', 'text', (column) => column.notNull().defaultTo('[]')),
  ];
}

/** A child is looked for by its parent, also by SQLite when the parent goes. */
const PARENTS = {
  coach_sessions: 'project_id',
  coach_api_call_log: 'session_id',
  coach_plans: 'session_id',
  coach_phase_hints: 'phase_id',
  coach_progress_events: 'phase_id',
  coach_knowledge_gaps: 'session_id',
  coach_kata_specs: 'knowledge_gap_id',
} as const;

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, parent] of Object.entries(PARENTS)) {
    await db.schema.createIndex(`${name}_of`).ifNotExists().on(name).column(parent).execute();
  }
  // A phase is called by its number.
  const numbers = db.schema.createIndex('coach_phases_of').ifNotExists().unique();
  await numbers.on('coach_phases').columns(['plan_id', 'number']).execute();
}

/** The action log is a view of the daemon's one event log, not a second one. */
async function createActionLog(db: Kysely<unknown>): Promise<void> {
  await sql`create view if not exists coach_action_log as
    select id, json_extract(data, '$.sessionId') as session_id, json_extract(data, '$.action') as action_type,
      json_extract(data, '$.data') as data, at as created_at, exercise_id as project_id
    from events where type = 'coach_action'`.execute(db);
}
