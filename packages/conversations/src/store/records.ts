import { type ConversationSubject, MAX_LISTED_CONVERSATIONS, type Usage } from '@agent-factory/protocol/conversations';
import type { ExpressionBuilder, Kysely, Updateable } from 'kysely';
import type { ConversationsTable, ConversationTables } from './tables.js';

/** Most conversations that are listed at once. */
const PAGE = MAX_LISTED_CONVERSATIONS;

/** What the agent has been told about its subject, so that it is told again only when it has changed. */
export interface Told {
  /** Present once it knows what it is there for. */
  readonly opening?: true;
  /** A fingerprint of the lesson's text. */
  readonly lesson?: string;
  readonly section?: string;
  /** A fingerprint of the exercise's state. */
  readonly exercise?: string;
}

/** One subject among all of its kind. */
export interface SubjectKey {
  readonly kind: ConversationSubject['kind'];
  /** The path of the lesson, or the id of the exercise. */
  readonly key: string;
}

export interface ConversationRecord {
  readonly id: string;
  readonly subject: ConversationSubject;
  readonly agent: string;
  readonly title: string;
  readonly sessionId: string | undefined;
  readonly status: ConversationsTable['status'];
  readonly place: ConversationsTable['place'];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly usage: Usage;
  readonly told: Told;
  /** Bytes of the agent's own log that are in the events, up to the end of a turn. */
  readonly logOffset: number;
  /** The last event that came before that place, if it is known. */
  readonly logEventId: number | undefined;
  /** US dollars that it had cost when the agent began the conversation of `sessionId`. */
  readonly costBeforeSession: number;
}

/** The conversations themselves, without their events. */
export class ConversationRecords {
  readonly #store: Kysely<ConversationTables>;

  constructor(store: Kysely<ConversationTables>) {
    this.#store = store;
  }

  /** The latest first, as many as are listed at once; `before` is the last one that is known. */
  async list(subject?: SubjectKey, before?: ConversationRecord): Promise<ConversationRecord[]> {
    let query = this.#store.selectFrom('conversations').selectAll();
    if (subject !== undefined)
      query = query.where('subject_kind', '=', subject.kind).where('subject', '=', subject.key);
    if (before !== undefined) query = query.where(olderThan(before));
    const rows = await query.orderBy('updated_at', 'desc').orderBy('id').limit(PAGE).execute();
    return rows.map(recordOf);
  }

  /** All of which an agent may have been left behind: they are in a run, or the agent has named them. */
  async withAgents(): Promise<Pick<ConversationRecord, 'id' | 'status'>[]> {
    return this.#store
      .selectFrom('conversations')
      .select(['id', 'status'])
      .where((is) => is.or([is('status', '=', 'running'), is('session_id', 'is not', null)]))
      .execute();
  }

  async find(id: string): Promise<ConversationRecord | undefined> {
    const row = await this.#store.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
    return row && recordOf(row);
  }

  async insert(record: ConversationRecord): Promise<void> {
    await this.#store.insertInto('conversations').values(rowOf(record)).execute();
  }

  async update(id: string, change: Partial<Omit<ConversationRecord, 'id'>>): Promise<void> {
    const columns = columnsOf(change);
    if (Object.keys(columns).length === 0) return;
    await this.#store.updateTable('conversations').set(columns).where('id', '=', id).execute();
  }

  async delete(id: string): Promise<void> {
    await this.#store.deleteFrom('conversations').where('id', '=', id).execute();
  }
}

function olderThan({ updatedAt, id }: ConversationRecord) {
  return (is: ExpressionBuilder<ConversationTables, 'conversations'>) =>
    is.or([is('updated_at', '<', updatedAt), is.and([is('updated_at', '=', updatedAt), is('id', '>', id)])]);
}

function recordOf(row: ConversationsTable): ConversationRecord {
  const subject: ConversationSubject =
    row.subject_kind === 'lesson'
      ? { kind: 'lesson', path: row.subject, title: row.subject_title }
      : { kind: 'exercise', exerciseId: row.subject };
  return {
    id: row.id,
    subject,
    agent: row.agent,
    title: row.title,
    sessionId: row.session_id ?? undefined,
    status: row.status,
    place: row.place,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    usage: amountsIn(row.usage),
    told: objectIn(row.told),
    logOffset: row.log_offset,
    logEventId: row.log_event_id ?? undefined,
    costBeforeSession: row.cost_before_session,
  };
}

function rowOf(record: ConversationRecord): ConversationsTable {
  const { subject } = record;
  const isLesson = subject.kind === 'lesson';
  return {
    id: record.id,
    subject_kind: subject.kind,
    subject: isLesson ? subject.path : subject.exerciseId,
    subject_title: isLesson ? subject.title : '',
    agent: record.agent,
    title: record.title,
    session_id: record.sessionId ?? null,
    status: record.status,
    place: record.place,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    usage: JSON.stringify(record.usage),
    told: JSON.stringify(record.told),
    log_offset: record.logOffset,
    log_event_id: record.logEventId ?? null,
    cost_before_session: record.costBeforeSession,
  };
}

function columnsOf(change: Partial<Omit<ConversationRecord, 'id'>>): Updateable<ConversationsTable> {
  const { title, sessionId, status, place, updatedAt, usage, told, logOffset, logEventId, costBeforeSession } = change;
  const columns = {
    title,
    session_id: 'sessionId' in change ? (sessionId ?? null) : undefined,
    status,
    place,
    updated_at: updatedAt,
    usage: usage && JSON.stringify(usage),
    told: told && JSON.stringify(told),
    log_offset: logOffset,
    log_event_id: logEventId,
    cost_before_session: costBeforeSession,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Only what is an amount: a page would refuse the whole list for one that is none. */
function amountsIn(text: string): Usage {
  const amounts = Object.entries(objectIn<Record<string, unknown>>(text));
  return Object.fromEntries(amounts.filter(([, amount]) => typeof amount === 'number' && amount >= 0));
}

/** Written by ourselves; after damage to the file, there may be anything. */
function objectIn<T extends object>(text: string): T {
  try {
    const value: unknown = JSON.parse(text);
    return (typeof value === 'object' && value !== null ? value : {}) as T;
  } catch {
    return {} as T;
  }
}
