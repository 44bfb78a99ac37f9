import { type Kysely, type Migration, sql } from 'kysely';
import { key, of, ofSession, set, type Table, table } from './columns.js';

export const mind: Migration = {
  async up(db: Kysely<unknown>) {
    await keepLearnerApart(db);
    await addMind(db);
  },
};

/**
 * What is known of the learner and what was paid outlives the session it is from, which goes when its project is begun
 * anew. SQLite cannot change a reference: the tables are made anew, children first out of the way.
 */
async function keepLearnerApart(db: Kysely<unknown>): Promise<void> {
  for (const name of ['coach_kata_specs', 'coach_knowledge_gaps', 'coach_api_call_log'])
    await sql`alter table ${sql.table(name)} rename to ${sql.table(`${name}_001`)}`.execute(db);
  for (const made of learnerTables(db)) await made.execute();
  await sql`insert into coach_api_call_log select id, session_id, (select project_id from coach_sessions where
    coach_sessions.id = session_id), call_type, model, input_hash, latency_ms, input_tokens, output_tokens,
    cost_estimate, 0, created_at from coach_api_call_log_001`.execute(db);
  await sql`insert into coach_knowledge_gaps select id, session_id, (select project_id from coach_sessions where
    coach_sessions.id = session_id), topic, severity, evidence, related_concepts, frequency, last_encountered_at,
    addressed from coach_knowledge_gaps_001`.execute(db);
  await sql`insert into coach_kata_specs select id, knowledge_gap_id, title, description, scaffolding_code,
    instructor_notes, constraints, user_attempts, (select last_encountered_at from coach_knowledge_gaps_001 as gaps
    where gaps.id = knowledge_gap_id) from coach_kata_specs_001`.execute(db);
  for (const name of ['coach_kata_specs', 'coach_knowledge_gaps', 'coach_api_call_log'])
    await db.schema.dropTable(`${name}_001`).execute();
  const indexes = {
    coach_api_call_log: 'created_at',
    coach_knowledge_gaps: 'topic',
    coach_kata_specs: 'knowledge_gap_id',
  };
  for (const [name, column] of Object.entries(indexes))
    await db.schema.createIndex(`${name}_by`).ifNotExists().on(name).column(column).execute();
  await db.schema
    .createIndex('coach_api_call_log_of')
    .ifNotExists()
    .on('coach_api_call_log')
    .column('session_id')
    .execute();
}

function learnerTables(db: Kysely<unknown>): Table[] {
  return [
    table(db, 'coach_api_call_log')
      .addColumn('id', 'text', key)
      .addColumn('session_id', 'text', ofSession)
      .addColumn('project_id', 'text')
      .addColumn('call_type', 'text', set)
      .addColumn('model', 'text', set)
      .addColumn('input_hash', 'text', set)
      .addColumn('latency_ms', 'integer', set)
      .addColumn('input_tokens', 'integer', set)
      .addColumn('output_tokens', 'integer', set)
      .addColumn('cost_estimate', 'real', set)
      .addColumn('cost_beyond', 'real', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'text', set),
    table(db, 'coach_knowledge_gaps')
      .addColumn('id', 'text', key)
      .addColumn('session_id', 'text', ofSession)
      .addColumn('project_id', 'text')
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
      .addColumn('user_attempts', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('created_at', 'text'),
  ];
}

async function addMind(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('coach_sessions').addColumn('wrapped_up', 'text').execute();
  await db.schema.alterTable('coach_sessions').addColumn('wrapping_up', 'text').execute();
  await db.schema.alterTable('coach_plans').addColumn('memory_connection', 'text').execute();
  await db.schema.alterTable('coach_plans').addColumn('estimated_difficulty', 'text').execute();
  // How assessments went, for who wants to see how they grow: nothing is ever changed in it.
  await table(db, 'coach_assessment_history')
    .addColumn('id', 'text', key)
    .addColumn('skill_area', 'text', set)
    .addColumn('stage', 'text', set)
    .addColumn('confidence', 'real', set)
    .addColumn('assessed_at', 'text', set)
    .execute();
  await table(db, 'coach_memories')
    .addColumn('id', 'text', key)
    .addColumn('session_id', 'text', set)
    .addColumn('project', 'text', set)
    .addColumn('content', 'text', set)
    .addColumn('tags', 'text', set)
    .addColumn('importance', 'text', set)
    .addColumn('created_at', 'text', set)
    .execute();
  await db.schema
    .createIndex('coach_memories_of')
    .ifNotExists()
    .on('coach_memories')
    .columns(['project', 'created_at'])
    .execute();
  await createMemoryIndex(db);
  // For sums over a year, as the dashboard has them: of costs by what calls were for, and of hints that were taken.
  const costs = db.schema.createIndex('coach_api_call_costs').ifNotExists().on('coach_api_call_log');
  await costs.columns(['call_type', 'created_at', 'cost_estimate', 'cost_beyond', 'latency_ms']).execute();
  const kinds = db.schema.createIndex('coach_progress_events_by').ifNotExists().on('coach_progress_events');
  await kinds.columns(['event_type', 'phase_id']).execute();
  // The event log forgets after a month; what the learner has done on which day is counted before.
  await table(db, 'coach_activity')
    .addColumn('slot', 'text', key)
    .addColumn('actions', 'integer', set)
    .addColumn('hints', 'integer', set)
    .addColumn('last_event', 'integer', set)
    .execute();
  await table(db, 'coach_passed_criteria')
    .addColumn('id', 'text', key)
    .addColumn('exercise_id', 'text', set)
    .addColumn('skills', 'text', set)
    .addColumn('help', 'text', set)
    .addColumn('passed_at', 'text', set)
    .execute();
  await table(db, 'coach_tutor_leaks')
    .addColumn('id', 'text', key)
    .addColumn('exercise_id', 'text', set)
    .addColumn('agent', 'text', set)
    .addColumn('leaks', 'integer', set)
    .addColumn('lines', 'integer', set)
    .addColumn('last_at', 'text', set)
    .execute();
}

/**
 * What memories are found by, made from `coach_memories` alone: `memory_index` has a vector for each, `memory_words`, by
 * the same number, its words. Nobody needs to save them: whoever searches makes them anew. `memory_aside` marks memories
 * that are on their way to ChromaDB; without its mark a memory stays here.
 */
export async function createMemoryIndex(db: Kysely<unknown>): Promise<void> {
  await table(db, 'memory_index')
    .addColumn('number', 'integer', key)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'integer', set)
    .addColumn('vector', 'blob', set)
    .execute();
  await table(db, 'memory_aside').addColumn('id', 'text', key).execute();
  await sql`create virtual table if not exists memory_words
    using fts5(content, tags, tokenize = 'porter unicode61 remove_diacritics 2')`.execute(db);
  // What a student deletes is overwritten, here too: https://sqlite.org/fts5.html#the_secure_delete_configuration_option
  await sql`insert into memory_words (memory_words, rank) values ('secure-delete', 1)`.execute(db);
}
