import { agentIdSchema } from '@agent-factory/protocol';
import { conversationIdSchema } from '@agent-factory/protocol/conversations';
import type { Kysely, Migration } from 'kysely';
import * as z from 'zod';

/** One conversation. Times are ISO 8601 in UTC. */
export interface ConversationsTable {
  id: string;
  subject_kind: 'lesson' | 'exercise';
  /** The path of the lesson, or the id of the exercise. */
  subject: string;
  /** Of the lesson; empty for an exercise. */
  subject_title: string;
  agent: string;
  title: string;
  /** The agent's own id of it; null until it has told one. */
  session_id: string | null;
  status: 'idle' | 'running' | 'interrupted';
  place: 'chat' | 'terminal';
  created_at: string;
  updated_at: string;
  /** JSON of what it has used. */
  usage: string;
  /** JSON of what the agent has been told about its subject. */
  told: string;
  /** How much of the agent's own log is in the events, in bytes: up to the end of a turn. */
  log_offset: number;
  /** The last event that came before that place; null if nobody knows. */
  log_event_id: number | null;
  /** What the conversation had cost in US dollars when the agent began its own, which it counts from 0. */
  cost_before_session: number;
}

/** An event, or several pieces of one text that follow each other. */
export interface ConversationEventsTable {
  conversation_id: string;
  /** The id of the event, or of the last piece. */
  last_id: number;
  first_id: number;
  at: string;
  /** JSON. Of joined pieces: `{ …, deltas: [one for each id] }`. */
  event: string;
}

export type ConversationTables = {
  conversations: ConversationsTable;
  conversation_events: ConversationEventsTable;
};

const time = z.iso.datetime();
const text = z.string();
const count = z.number().int().min(0);

/** In order of their names; a released one is never changed. */
const migrations: Record<string, Migration> = {
  '001-conversations': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('conversations')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('subject_kind', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('subject_title', 'text', (column) => column.notNull())
        .addColumn('agent', 'text', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('session_id', 'text')
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('place', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addColumn('usage', 'text', (column) => column.notNull())
        .addColumn('told', 'text', (column) => column.notNull())
        .addColumn('log_offset', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('conversation_events')
        .addColumn('conversation_id', 'text', (column) => column.notNull())
        .addColumn('last_id', 'integer', (column) => column.notNull())
        .addColumn('first_id', 'integer', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('event', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('conversation_events_key', ['conversation_id', 'last_id'])
        .execute();
    },
  },
  '002-cost-before-session': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('conversations')
        .addColumn('cost_before_session', 'real', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  '003-log-event-id': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('conversations').addColumn('log_event_id', 'integer').execute();
    },
  },
};

/** The tables of conversations, for whoever keeps the database. */
export const CONVERSATION_TABLES = {
  migrations,
  tables: {
    conversations: {
      columns: [
        '*id',
        'subject_kind',
        'subject',
        'subject_title',
        'agent',
        'title',
        'session_id',
        'status',
        'place',
        'created_at',
        'updated_at',
        'usage',
        'told',
        'log_offset',
        'cost_before_session',
        'log_event_id',
      ],
      row: z.object({
        id: conversationIdSchema,
        subject_kind: z.enum(['lesson', 'exercise']),
        subject: text.min(1),
        subject_title: text,
        agent: agentIdSchema,
        title: text,
        session_id: text.nullable(),
        status: z.enum(['idle', 'running', 'interrupted']),
        place: z.enum(['chat', 'terminal']),
        created_at: time,
        updated_at: time,
        usage: text,
        told: text,
        log_offset: count,
        cost_before_session: z.number().min(0),
        log_event_id: count.nullable(),
      }),
    },
    conversation_events: {
      columns: ['*conversation_id', '*last_id', 'first_id', 'at', 'event'],
      row: z.object({ conversation_id: conversationIdSchema, last_id: count, first_id: count, at: time, event: text }),
    },
  },
};
