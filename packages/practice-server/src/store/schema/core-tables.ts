import {
  agentIdSchema,
  criterionStatusSchema,
  decodeJson,
  exerciseIdSchema,
  exerciseVersionSchema,
} from '@agent-factory/protocol';
import * as z from 'zod';
import { migrations } from './migrations.js';
import type { TableSet } from './table-set.js';

const exercise_id = exerciseIdSchema;
const version = exerciseVersionSchema;
const time = z.iso.datetime();
const maybe = time.nullable().default(null);
const text = z.string().nullable().default(null);
const count = z.number().int().min(0);

function isJson(text: string): boolean {
  return decodeJson(z.looseObject({}), text).ok;
}

/** The tables of the core. What must not be lost comes first. */
export const CORE_TABLES: TableSet = {
  name: 'kysely',
  migrations,
  tables: {
    workspaces: {
      columns: [
        '*exercise_id',
        'version',
        'agent',
        'conversation_id',
        'seeded',
        'setup_done',
        'created_at',
        'completed_at',
      ],
      row: z.object({
        exercise_id,
        version,
        agent: agentIdSchema,
        conversation_id: z.string().min(1),
        seeded: z.string(),
        setup_done: z.union([z.literal(0), z.literal(1)]),
        created_at: time,
        completed_at: maybe,
      }),
    },
    sessions: {
      columns: ['*exercise_id', 'agent', 'ticket', 'created_at'],
      row: z.object({ exercise_id, agent: agentIdSchema, ticket: z.string().min(1), created_at: time }),
    },
    folders: {
      columns: ['*id', 'path', 'opened_at'],
      row: z.object({ id: exercise_id, path: z.string().min(1), opened_at: time }),
    },
    exercise_progress: {
      columns: [
        '*exercise_id',
        '*version',
        'attempts',
        'first_attempt_at',
        'last_attempt_at',
        'completed_at',
        'solution_shown_at',
        'time_on_task_ms',
      ],
      row: z.object({
        exercise_id,
        version,
        attempts: count,
        first_attempt_at: maybe,
        last_attempt_at: maybe,
        completed_at: maybe,
        solution_shown_at: maybe,
        time_on_task_ms: count,
      }),
    },
    criterion_progress: {
      columns: [
        '*exercise_id',
        '*version',
        '*name',
        'position',
        'status',
        'attempts',
        'first_passed_at',
        'hints_revealed',
      ],
      row: z.object({
        exercise_id,
        version,
        name: z.string().min(1),
        position: count,
        status: criterionStatusSchema,
        attempts: count,
        first_passed_at: maybe,
        hints_revealed: count,
      }),
    },
    hint_reveals: {
      columns: ['*exercise_id', '*criterion', 'at', 'attempts'],
      row: z.object({ exercise_id, criterion: z.string().min(1), at: count, attempts: count }),
    },
    events: {
      columns: ['*id', 'at', 'exercise_id', 'conversation_id', 'type', 'data'],
      row: z.object({
        id: z.number().int().min(1),
        at: time,
        exercise_id: exercise_id.nullable(),
        conversation_id: z.string().nullable(),
        type: z.string().min(1),
        data: z.string().refine(isJson),
      }),
    },
    // Never saved: what could be read of a damaged log is another log.
    event_log: { columns: ['*name'], row: z.never() },
    observed_agents: {
      columns: ['*exercise_id', 'since', 'hook_secret', 'agent', 'state', 'source', 'log_path', 'log_position'],
      row: z.object({
        exercise_id,
        since: time,
        hook_secret: text,
        agent: text,
        state: text,
        source: text,
        log_path: text,
        log_position: count,
      }),
    },
    said_markers: {
      columns: ['*exercise_id', '*key', 'at'],
      row: z.object({ exercise_id, key: z.string().min(1), at: time }),
    },
  },
};
