import { type Kysely, type Migration, sql } from 'kysely';

/** In order of their names; a released one is never changed. */
export const migrations: Record<string, Migration> = {
  '001-foundation': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('workspaces')
        .addColumn('exercise_id', 'text', (column) => column.primaryKey())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('agent', 'text', (column) => column.notNull())
        .addColumn('conversation_id', 'text', (column) => column.notNull())
        .addColumn('seeded', 'text', (column) => column.notNull())
        .addColumn('setup_done', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('sessions')
        .addColumn('exercise_id', 'text', (column) => column.primaryKey())
        .addColumn('agent', 'text', (column) => column.notNull())
        .addColumn('ticket', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('completions')
        .addColumn('exercise_id', 'text', (column) => column.notNull())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('completed_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('completions_key', ['exercise_id', 'version'])
        .execute();
    },
  },
  '002-progress': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('exercise_progress')
        .addColumn('exercise_id', 'text', (column) => column.notNull())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('first_attempt_at', 'text')
        .addColumn('last_attempt_at', 'text')
        .addColumn('completed_at', 'text')
        .addColumn('solution_shown_at', 'text')
        .addColumn('time_on_task_ms', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('exercise_progress_key', ['exercise_id', 'version'])
        .execute();
      await db.schema
        .createTable('criterion_progress')
        .addColumn('exercise_id', 'text', (column) => column.notNull())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('first_passed_at', 'text')
        .addColumn('hints_revealed', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('criterion_progress_key', ['exercise_id', 'version', 'name'])
        .execute();
      await db.schema
        .createTable('hint_reveals')
        .addColumn('exercise_id', 'text', (column) => column.notNull())
        .addColumn('criterion', 'text', (column) => column.notNull())
        .addColumn('at', 'integer', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('hint_reveals_key', ['exercise_id', 'criterion'])
        .execute();
      await db.schema.alterTable('workspaces').addColumn('completed_at', 'text').execute();
      // A completion that is older than the workspace belongs to an earlier workspace, which was reset.
      await sql`update workspaces set completed_at = (
        select max(completed_at) from completions
        where completions.exercise_id = workspaces.exercise_id and completions.completed_at >= workspaces.created_at
      )`.execute(db);
      await sql`insert into exercise_progress (exercise_id, version, attempts, completed_at, time_on_task_ms)
        select exercise_id, version, 0, completed_at, 0 from completions`.execute(db);
      await db.schema.dropTable('completions').execute();
    },
  },
  '003-events': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('events')
        // An id is never given again, even where the last event is gone.
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('exercise_id', 'text')
        .addColumn('conversation_id', 'text')
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('data', 'text', (column) => column.notNull())
        .execute();
      // A page that opens reads what has happened to its exercise.
      await db.schema.createIndex('events_of_exercise').on('events').column('exercise_id').execute();
      await db.schema
        .createTable('event_log')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .execute();
    },
  },
  '004-observed-agents': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('observed_agents')
        .addColumn('exercise_id', 'text', (column) => column.primaryKey())
        .addColumn('since', 'text', (column) => column.notNull())
        .addColumn('hook_secret', 'text')
        .addColumn('agent', 'text')
        .addColumn('state', 'text')
        .addColumn('source', 'text')
        .addColumn('log_path', 'text')
        .addColumn('log_position', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('said_markers')
        .addColumn('exercise_id', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('said_markers_key', ['exercise_id', 'key'])
        .execute();
    },
  },
  '005-folders': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('folders')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('opened_at', 'text', (column) => column.notNull())
        .execute();
    },
  },
};
