import type { Kysely, Migration } from 'kysely';
import * as z from 'zod';
import type { Store } from '../store/open.js';
import type { TableSet } from '../store/schema/table-set.js';

/** For which exercise the student wants no nudges; `*` is every exercise. */
type MuteTables = { nudge_mutes: { exercise_id: string } };

const ALL = '*';

const migrations: Record<string, Migration> = {
  '001-nudges': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('nudge_mutes')
        .addColumn('exercise_id', 'text', (column) => column.primaryKey())
        .execute();
    },
  },
};

export const NUDGE_TABLES: Omit<TableSet, 'name'> = {
  migrations,
  tables: { nudge_mutes: { columns: ['*exercise_id'], row: z.object({ exercise_id: z.string().min(1) }) } },
};

/** Where the student wants to be left alone. */
export class Mutes {
  readonly #db: Kysely<MuteTables>;

  constructor(store: Store) {
    this.#db = store.withTables<MuteTables>() as unknown as Kysely<MuteTables>;
  }

  async of(exerciseId: string): Promise<'no' | 'exercise' | 'all'> {
    const rows = await this.#db
      .selectFrom('nudge_mutes')
      .select('exercise_id')
      .where('exercise_id', 'in', [exerciseId, ALL])
      .execute();
    if (rows.some(({ exercise_id }) => exercise_id === ALL)) return 'all';
    return rows.length > 0 ? 'exercise' : 'no';
  }

  /** For one exercise or, without one, for all. */
  async set(exerciseId: string | undefined, muted: boolean): Promise<void> {
    const key = exerciseId ?? ALL;
    if (muted)
      await this.#db
        .insertInto('nudge_mutes')
        .values({ exercise_id: key })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else await this.#db.deleteFrom('nudge_mutes').where('exercise_id', '=', key).execute();
  }
}
