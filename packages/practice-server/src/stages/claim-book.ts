import type { ExerciseId } from '@agent-factory/protocol';
import { findMarkers, markerText } from '@agent-factory/protocol/stages';
import { type Kysely, sql } from 'kysely';
import type { SaidMarker } from '../sessions/hooks.js';
import type { Store } from '../store/open.js';
import type { StageTables } from './tables.js';

/** So many of the latest are remembered, so that none counts twice. */
const MAX_REMEMBERED = 2000;

/** A marker that was said in one workspace. */
export interface Claim extends SaidMarker {
  /** When that was made: a claim of an earlier workspace says nothing about the next. */
  readonly workspaceAt: string;
}

/** Every claim from when it was said until it is judged, through whatever happens to the daemon in between. */
export class ClaimBook {
  readonly #db: Kysely<StageTables>;

  constructor(store: Store) {
    this.#db = store.withTables<StageTables>() as unknown as Kysely<StageTables>;
  }

  /** False if the same saying was heard before. */
  async add({ key, exerciseId, workspaceAt, marker, place }: Claim): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await this.#db
      .insertInto('stage_claims')
      .values({
        ...{ exercise_id: exerciseId, claim_key: key, workspace_at: workspaceAt, place, judged: 0 },
        marker: markerText(marker),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  }

  async markJudged({ exerciseId, key }: Claim): Promise<void> {
    await this.#db
      .updateTable('stage_claims')
      .set({ judged: 1 })
      .where('exercise_id', '=', exerciseId)
      .where('claim_key', '=', key)
      .execute();
    await sql`delete from stage_claims where judged = 1 and rowid <= (select max(rowid) from stage_claims) - ${MAX_REMEMBERED}`.execute(
      this.#db,
    );
  }

  /** Those that an earlier daemon did not come to judge. */
  async unjudged(): Promise<Claim[]> {
    const rows = await this.#db.selectFrom('stage_claims').selectAll().where('judged', '=', 0).execute();
    return rows.flatMap((row) => {
      const [found] = findMarkers(row.marker);
      if (found === undefined) return [];
      const { exercise_id: exerciseId, claim_key: key, workspace_at: workspaceAt, place } = row;
      return [{ exerciseId, key, workspaceAt, place, marker: found.marker }];
    });
  }

  /** Those of an exercise that is reset are judged no more. */
  async drop(exerciseId: ExerciseId): Promise<void> {
    await this.#db.updateTable('stage_claims').set({ judged: 1 }).where('exercise_id', '=', exerciseId).execute();
  }
}
