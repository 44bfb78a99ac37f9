import type { Kysely, Migration } from 'kysely';

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
};
