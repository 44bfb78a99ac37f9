import type { EventsQuery, EventType } from '@agent-factory/protocol/events';
import { sql } from 'kysely';
import type { Store } from '../store/open.js';
import type { EventsTable } from '../store/schema/tables.js';

/** Which events are wanted; all, where nothing is said. */
export type EventFilter = Pick<EventsQuery, 'exerciseId' | 'conversationId' | 'type'>;

/** An event as it is sent: its JSON, made once for all readers. */
export interface LoggedLine {
  readonly id: number;
  readonly exerciseId: string | null;
  readonly conversationId: string | null;
  readonly type: string;
  readonly json: string;
}

/** The name of the log: a copy of the home directory keeps it, and a database that was made anew has another. */
export async function logName(store: Store): Promise<string> {
  const row = await store.selectFrom('event_log').select('name').executeTakeFirst();
  if (row !== undefined) return row.name;
  const name = crypto.randomUUID().slice(0, 8);
  await store.insertInto('event_log').values({ name }).execute();
  return name;
}

/** The last id that was ever given, whether or not its event is still there. */
export async function lastId(store: Store): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'events'`.execute(store);
  return rows[0]?.seq ?? 0;
}

/** The oldest id that is still there; undefined in an empty log. */
export async function firstId(store: Store): Promise<number | undefined> {
  const row = await store.selectFrom('events').select('id').orderBy('id').limit(1).executeTakeFirst();
  return row?.id;
}

/** All of them or none. */
export async function insertRows(store: Store, rows: readonly EventsTable[]): Promise<void> {
  await store.insertInto('events').values(rows).execute();
}

/** The next events after an id, oldest first and no more than `limit`; none if there are no more. */
export async function readAfter(
  store: Store,
  after: number,
  filter: EventFilter,
  limit: number,
): Promise<LoggedLine[]> {
  const query = matching(store, filter).selectAll().where('id', '>', after);
  return (await query.orderBy('id').limit(limit).execute()).map(lineOf);
}

/** The place from which so many of the latest events follow, or all that match if there are fewer. */
export async function beforeLatest(store: Store, count: number, filter: EventFilter): Promise<number> {
  const newest = matching(store, filter).select('id').orderBy('id', 'desc').limit(count);
  return ((await newest.execute()).at(-1)?.id ?? 1) - 1;
}

function matching(store: Store, { exerciseId, conversationId, type }: EventFilter) {
  let query = store.selectFrom('events');
  if (exerciseId !== undefined) query = query.where('exercise_id', '=', exerciseId);
  if (conversationId !== undefined) query = query.where('conversation_id', '=', conversationId);
  if (type !== undefined) query = query.where('type', 'in', type);
  return query;
}

export function matches(line: LoggedLine, { exerciseId, conversationId, type }: EventFilter): boolean {
  return (
    (exerciseId === undefined || line.exerciseId === exerciseId) &&
    (conversationId === undefined || line.conversationId === conversationId) &&
    (type === undefined || type.includes(line.type as EventType))
  );
}

/** The JSON of `PracticeEvent`. Only `at` and the names of types need no quoting of their own. */
export function lineOf(row: EventsTable): LoggedLine {
  const exercise = row.exercise_id === null ? '' : `"exerciseId":${JSON.stringify(row.exercise_id)},`;
  const conversation = row.conversation_id === null ? '' : `"conversationId":${JSON.stringify(row.conversation_id)},`;
  const json = `{"id":${row.id},"at":"${row.at}",${exercise}${conversation}"type":"${row.type}","data":${row.data}}`;
  return { id: row.id, exerciseId: row.exercise_id, conversationId: row.conversation_id, type: row.type, json };
}
