import { agentIdSchema, criterionStatusSchema, exerciseIdSchema, exerciseVersionSchema } from '@agent-factory/protocol';
import { z } from 'zod';
import type { TableName } from '../schema/schema.js';

const exercise_id = exerciseIdSchema;
const version = exerciseVersionSchema;
const time = z.iso.datetime();
const maybe = time.nullable().default(null);
const count = z.number().int().min(0);

/** Rows as they are written: what was read from a damaged file has to be one of these. */
export const ROW_SCHEMAS: Readonly<Record<TableName, z.ZodType<Record<string, string | number | null>>>> = {
  workspaces: z.object({
    exercise_id,
    version,
    agent: agentIdSchema,
    conversation_id: z.string().min(1),
    seeded: z.string(),
    setup_done: z.union([z.literal(0), z.literal(1)]),
    created_at: time,
    completed_at: maybe,
  }),
  sessions: z.object({ exercise_id, agent: agentIdSchema, ticket: z.string().min(1), created_at: time }),
  exercise_progress: z.object({
    exercise_id,
    version,
    attempts: count,
    first_attempt_at: maybe,
    last_attempt_at: maybe,
    completed_at: maybe,
    solution_shown_at: maybe,
    time_on_task_ms: count,
  }),
  criterion_progress: z.object({
    exercise_id,
    version,
    name: z.string().min(1),
    position: count,
    status: criterionStatusSchema,
    attempts: count,
    first_passed_at: maybe,
    hints_revealed: count,
  }),
  hint_reveals: z.object({ exercise_id, criterion: z.string().min(1), at: count, attempts: count }),
};
