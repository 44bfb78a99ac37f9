import { exerciseIdSchema } from '@agent-factory/protocol';
import { stageProofSchema } from '@agent-factory/protocol/stages';
import type { Kysely, Migration } from 'kysely';
import * as z from 'zod';
import type { TableSet } from '../store/schema/table-set.js';

/** One stage in one workspace. The whole exercise, as the tutor claims it, has the number 0. Times are ISO 8601 in UTC. */
export type StageRow = {
  exercise_id: string;
  /** When the workspace was made: after a reset, all begins anew. */
  workspace_at: string;
  stage: number;
  completed_at: string | null;
  proof: 'check' | 'tutor' | null;
  unlocked_at: string | null;
  tx_hash: string | null;
  refused_at: string | null;
  /** JSON of a `ClaimRefusal`. */
  refusal: string | null;
};

/** One saying of a marker, until it is judged and for some time after. */
type ClaimRow = {
  exercise_id: string;
  claim_key: string;
  workspace_at: string;
  /** As the tutor wrote it. */
  marker: string;
  place: 'terminal' | 'chat';
  judged: number;
};

export type StageTables = { stage_records: StageRow; stage_claims: ClaimRow };

const migrations: Record<string, Migration> = {
  '001-stages': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('stage_records')
        .addColumn('exercise_id', 'text', (column) => column.notNull())
        .addColumn('workspace_at', 'text', (column) => column.notNull())
        .addColumn('stage', 'integer', (column) => column.notNull())
        .addColumn('completed_at', 'text')
        .addColumn('proof', 'text')
        .addColumn('unlocked_at', 'text')
        .addColumn('tx_hash', 'text')
        .addColumn('refused_at', 'text')
        .addColumn('refusal', 'text')
        .addPrimaryKeyConstraint('stage_records_key', ['exercise_id', 'workspace_at', 'stage'])
        .execute();
      await db.schema
        .createTable('stage_claims')
        .addColumn('exercise_id', 'text', (column) => column.notNull())
        .addColumn('claim_key', 'text', (column) => column.notNull())
        .addColumn('workspace_at', 'text', (column) => column.notNull())
        .addColumn('marker', 'text', (column) => column.notNull())
        .addColumn('place', 'text', (column) => column.notNull())
        .addColumn('judged', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('stage_claims_key', ['exercise_id', 'claim_key'])
        .execute();
    },
  },
};

const time = z.iso.datetime();

export const STAGE_TABLES: Omit<TableSet, 'name'> = {
  migrations,
  tables: {
    stage_records: {
      columns: [
        ...['*exercise_id', '*workspace_at', '*stage', 'completed_at', 'proof', 'unlocked_at', 'tx_hash'],
        ...['refused_at', 'refusal'],
      ],
      row: z.object({
        exercise_id: exerciseIdSchema,
        workspace_at: time,
        stage: z.number().int().min(0),
        completed_at: time.nullable(),
        proof: stageProofSchema.nullable(),
        unlocked_at: time.nullable(),
        tx_hash: z.string().nullable(),
        refused_at: time.nullable(),
        refusal: z.string().nullable(),
      }),
    },
    stage_claims: {
      columns: ['*exercise_id', '*claim_key', 'workspace_at', 'marker', 'place', 'judged'],
      row: z.object({
        exercise_id: exerciseIdSchema,
        claim_key: z.string().min(1),
        workspace_at: time,
        marker: z.string().min(1),
        place: z.enum(['terminal', 'chat']),
        judged: z.union([z.literal(0), z.literal(1)]),
      }),
    },
  },
};
