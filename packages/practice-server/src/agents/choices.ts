import { type AgentId, agentIdSchema, exerciseIdSchema } from '@agent-factory/protocol';
import { MAX_AGENT_CHOICES } from '@agent-factory/protocol/agents';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';

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
  readonly #most: number;

  /** @param most exercises that have a choice of their own */
  constructor(store: Kysely<AgentTables>, most = MAX_AGENT_CHOICES) {
    this.#store = store;
    this.#most = most;
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
    await this.#forgetOldest();
  }

  /** Those that were first made; more than a page takes are no student's. */
  async #forgetOldest(): Promise<void> {
    const rows = await this.#store
      .selectFrom('agent_choices')
      .select('scope')
      .where('scope', '!=', ALL)
      .orderBy(sql`rowid`, 'desc')
      .limit(100)
      .offset(this.#most)
      .execute();
    const scopes = rows.map(({ scope }) => scope);
    if (scopes.length > 0) await this.#store.deleteFrom('agent_choices').where('scope', 'in', scopes).execute();
  }
}
