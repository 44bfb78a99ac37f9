import { decodeJson, type ExerciseId } from '@agent-factory/protocol';
import { type ClaimRefusal, claimRefusalSchema, type StageProof } from '@agent-factory/protocol/stages';
import type { Kysely } from 'kysely';
import type { Store } from '../store/open.js';
import type { StageRow, StageTables } from './tables.js';

/** The number under which the tutor's claim on the whole exercise is kept. */
export const WHOLE_EXERCISE = 0;

/** One workspace of an exercise. */
export interface Place {
  readonly exerciseId: ExerciseId;
  /** When it was made. */
  readonly workspaceAt: string;
}

export interface StageRecord {
  readonly completed?: { readonly at: string; readonly by: StageProof } | undefined;
  readonly unlocked?: { readonly at: string; readonly txHash: string } | undefined;
  readonly refused?: (ClaimRefusal & { readonly at: string }) | undefined;
}

/** What is known of the stages of a workspace, and of its whole exercise, by their numbers. */
export class StageRecords {
  readonly #db: Kysely<StageTables>;

  constructor(store: Store) {
    this.#db = store.withTables<StageTables>() as unknown as Kysely<StageTables>;
  }

  async of({ exerciseId, workspaceAt }: Place): Promise<Map<number, StageRecord>> {
    const rows = await this.#db
      .selectFrom('stage_records')
      .selectAll()
      .where('exercise_id', '=', exerciseId)
      .where('workspace_at', '=', workspaceAt)
      .execute();
    return new Map(rows.map((row) => [row.stage, fromRow(row)]));
  }

  /** A completion stays, and ends what was refused before. False if it was complete already. */
  async complete(place: Place, stage: number, at: string, by: StageProof): Promise<boolean> {
    const facts = { completed_at: at, proof: by, refused_at: null, refusal: null };
    const { numInsertedOrUpdatedRows = 0n } = await this.#db
      .insertInto('stage_records')
      .values({ ...NOTHING, ...keyOf(place, stage), ...facts })
      .onConflict((conflict) =>
        conflict
          .columns(['exercise_id', 'workspace_at', 'stage'])
          .doUpdateSet(facts)
          .where('stage_records.completed_at', 'is', null),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }

  refuse(place: Place, stage: number, at: string, refusal: ClaimRefusal): Promise<void> {
    return this.#save(place, stage, { refused_at: at, refusal: JSON.stringify(refusal) });
  }

  unlock(place: Place, stage: number, at: string, txHash: string): Promise<void> {
    return this.#save(place, stage, { unlocked_at: at, tx_hash: txHash });
  }

  /** Forgets one exercise, or all. */
  async forget(exerciseId?: ExerciseId): Promise<void> {
    const rows = this.#db.deleteFrom('stage_records');
    await (exerciseId === undefined ? rows : rows.where('exercise_id', '=', exerciseId)).execute();
  }

  async #save(place: Place, stage: number, facts: Partial<StageRow>): Promise<void> {
    await this.#db
      .insertInto('stage_records')
      .values({ ...NOTHING, ...keyOf(place, stage), ...facts })
      .onConflict((conflict) => conflict.columns(['exercise_id', 'workspace_at', 'stage']).doUpdateSet(facts))
      .execute();
  }
}

function keyOf({ exerciseId, workspaceAt }: Place, stage: number) {
  return { exercise_id: exerciseId, workspace_at: workspaceAt, stage };
}

const NOTHING = {
  completed_at: null,
  proof: null,
  unlocked_at: null,
  tx_hash: null,
  refused_at: null,
  refusal: null,
} as const;

function fromRow(row: StageRow): StageRecord {
  const refusal = row.refusal === null ? undefined : decodeJson(claimRefusalSchema, row.refusal);
  return {
    ...(row.completed_at !== null && row.proof !== null && { completed: { at: row.completed_at, by: row.proof } }),
    ...(row.unlocked_at !== null && row.tx_hash !== null && { unlocked: { at: row.unlocked_at, txHash: row.tx_hash } }),
    ...(row.refused_at !== null && refusal?.ok && { refused: { at: row.refused_at, ...refusal.value } }),
  };
}
