import type { AgentId, ExerciseId } from '@agent-factory/protocol';
import { type AgentWork, agentWorkSchema } from '@agent-factory/protocol/events';
import type { Store } from '../store/open.js';
import type { ObservedAgentsTable } from '../store/schema/tables.js';

/** Sayings that are remembered, of one exercise: what is found again is found within the same conversation. */
const MAX_SAYINGS = 1000;

/** What is known of an agent in a terminal, so that a daemon that was killed goes on where it was. */
export interface ObservedAgent {
  readonly exerciseId: ExerciseId;
  /** When its session began; a record of an earlier one says nothing. ISO 8601 in UTC. */
  readonly since: string;
  readonly hookSecret: string | undefined;
  readonly work: AgentWork | undefined;
  /** The log that is followed, and how far it was read, in bytes; without a log, its agent had none yet. */
  readonly logPath: string | undefined;
  readonly logPosition: number;
}

/** The records of agents in terminals, and of what they have said. */
export class ObservedAgents {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async find(exerciseId: ExerciseId): Promise<ObservedAgent | undefined> {
    const query = this.#store.selectFrom('observed_agents').selectAll().where('exercise_id', '=', exerciseId);
    const row = await query.executeTakeFirst();
    return row && fromRow(row);
  }

  async save(record: ObservedAgent): Promise<void> {
    const row = toRow(record);
    await this.#store
      .insertInto('observed_agents')
      .values(row)
      .onConflict((conflict) => conflict.column('exercise_id').doUpdateSet(row))
      .execute();
  }

  async forget(exerciseId: ExerciseId): Promise<void> {
    await this.#store.deleteFrom('observed_agents').where('exercise_id', '=', exerciseId).execute();
  }

  /** The keys of what was told already. */
  async sayings(exerciseId: ExerciseId): Promise<string[]> {
    const query = this.#store.selectFrom('said_markers').select('key').where('exercise_id', '=', exerciseId);
    return (await query.execute()).map(({ key }) => key);
  }

  async addSaying(exerciseId: ExerciseId, key: string): Promise<void> {
    const row = { exercise_id: exerciseId, key, at: new Date().toISOString() };
    await this.#store
      .insertInto('said_markers')
      .values(row)
      .onConflict((conflict) => conflict.columns(['exercise_id', 'key']).doNothing())
      .execute();
    const old = this.#store
      .selectFrom('said_markers')
      .select('at')
      .where('exercise_id', '=', exerciseId)
      .orderBy('at', 'desc')
      .limit(1)
      .offset(MAX_SAYINGS);
    await this.#store.deleteFrom('said_markers').where('exercise_id', '=', exerciseId).where('at', '<', old).execute();
  }
}

function toRow({ exerciseId, since, hookSecret, work, logPath, logPosition }: ObservedAgent): ObservedAgentsTable {
  return {
    exercise_id: exerciseId,
    since,
    hook_secret: hookSecret ?? null,
    agent: work?.agent ?? null,
    state: work?.state ?? null,
    source: work?.source ?? null,
    log_path: logPath ?? null,
    log_position: logPosition,
  };
}

function fromRow(row: ObservedAgentsTable): ObservedAgent {
  const { agent, state, source } = row;
  const work = agentWorkSchema.safeParse({ agent, state, source });
  return {
    exerciseId: row.exercise_id,
    since: row.since,
    hookSecret: row.hook_secret ?? undefined,
    work: work.success ? work.data : undefined,
    logPath: row.log_path ?? undefined,
    logPosition: row.log_position,
  };
}

/** A new session's. */
export function newObservedAgent(exerciseId: ExerciseId, agent: AgentId, hookSecret?: string): ObservedAgent {
  const work: AgentWork = { agent, state: 'starting', source: 'process' };
  const since = new Date().toISOString();
  return { exerciseId, since, hookSecret, work, logPath: undefined, logPosition: 0 };
}
