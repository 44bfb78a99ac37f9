import { type AgentId, agentIdSchema, exerciseIdSchema } from '@agent-factory/protocol';
import type { Kysely } from 'kysely';
import { z } from 'zod';

/** What the student has chosen; the empty scope is for all exercises that have no choice of their own. */
interface AgentChoicesTable {
  scope: string;
  agent: AgentId;
}

export type AgentTables = {
  agent_choices: AgentChoicesTable;
};

export const AGENT_TABLES = {
  migrations: {
    '001-choices': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('agent_choices')
          .addColumn('scope', 'text', (column) => column.primaryKey())
          .addColumn('agent', 'text', (column) => column.notNull())
          .execute();
      },
    },
  },
  tables: {
    agent_choices: {
      columns: ['*scope', 'agent'],
      row: z.object({ scope: z.union([z.literal(''), exerciseIdSchema]), agent: agentIdSchema }),
    },
  },
};

const ALL = '';

export interface Choices {
  readonly everywhere: AgentId | undefined;
  readonly byExercise: Readonly<Record<string, AgentId>>;
}

/** The student's choices of an agent. */
export class AgentChoices {
  readonly #store: Kysely<AgentTables>;

  constructor(store: Kysely<AgentTables>) {
    this.#store = store;
  }

  async all(): Promise<Choices> {
    const rows = await this.#store.selectFrom('agent_choices').selectAll().execute();
    const everywhere = rows.find(({ scope }) => scope === ALL)?.agent;
    const exercises = rows.filter(({ scope }) => scope !== ALL);
    return { everywhere, byExercise: Object.fromEntries(exercises.map(({ scope, agent }) => [scope, agent])) };
  }

  async choose(exerciseId: string | undefined, agent: AgentId | null): Promise<void> {
    const scope = exerciseId ?? ALL;
    if (agent === null) {
      await this.#store.deleteFrom('agent_choices').where('scope', '=', scope).execute();
      return;
    }
    await this.#store
      .insertInto('agent_choices')
      .values({ scope, agent })
      .onConflict((conflict) => conflict.column('scope').doUpdateSet({ agent }))
      .execute();
  }
}
