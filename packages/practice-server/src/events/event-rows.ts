import type { ExerciseId } from '@agent-factory/protocol';
import { FOLDER_ID_PREFIX, isFolderId } from '@agent-factory/protocol/coach';
import type { EventsQuery, EventType } from '@agent-factory/protocol/events';
import { sql } from 'kysely';
import type { Store } from '../store/open.js';
import type { EventsTable } from '../store/schema/tables.js';

/** Which events are wanted; all, where nothing is said. `withoutFolders`: none of the student's own folders. */
export type EventFilter = Pick<EventsQuery, 'exerciseId' | 'conversationId' | 'type'> & {
  readonly withoutFolders?: boolean;
};

/** Events as they are sent, in their order. */
export interface EventPage {
  readonly count: number;
  readonly lastId: number;
  /** Their messages as a stream of server-sent events has them, each with its place for an id. */
  readonly messages: string;
}

/** One event in memory: its message, made once for all readers, and what filters look at. */
export interface KeptEvent {
  readonly id: number;
  readonly exerciseId: string | null;
  readonly conversationId: string | null;
  readonly type: string;
  readonly message: string;
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

/** Which events come next: those after an id that match, no more than `limit`. */
export interface Wanted extends EventFilter {
  readonly log: string;
  readonly after: number;
  readonly limit: number;
}

/** Reads the next events. SQLite puts the page together: row by row, reading a day again would take several times as long. */
export async function readPage(store: Store, { log, after, limit, ...filter }: Wanted): Promise<EventPage> {
  const rows = matching(store, filter)
    .select(['id', messageIn(log)])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  const { rows: pages } = await sql<{ count: number; lastId: number | null; messages: string | null }>`
    select count(*) as count, max(id) as lastId, group_concat(message, '' order by id) as messages from ${rows} as page
  `.execute(store);
  const { count = 0, lastId, messages } = pages[0] ?? {};
  return { count, lastId: lastId ?? after, messages: messages ?? '' };
}

/** What `keptOf` makes of a row. */
function messageIn(log: string) {
  return sql<string>`'id: ' || ${log} || '-' || id || char(10) || 'data: {"id":' || id || ',"at":"' || at || '",'
    || iif(exercise_id is null, '', '"exerciseId":' || json_quote(exercise_id) || ',')
    || iif(conversation_id is null, '', '"conversationId":' || json_quote(conversation_id) || ',')
    || '"type":"' || type || '","data":' || data || '}' || char(10) || char(10)`.as('message');
}

/** The place from which so many of the latest events follow, or all that match if there are fewer. */
export async function beforeLatest(store: Store, count: number, filter: EventFilter): Promise<number> {
  const newest = matching(store, filter).select('id').orderBy('id', 'desc').limit(count);
  return ((await newest.execute()).at(-1)?.id ?? 1) - 1;
}

/** Deletes those of one type and exercise, or folder; how many there were. */
export async function deleteEvents(store: Store, { type, exerciseId }: Forgotten): Promise<number> {
  const gone = store.deleteFrom('events').where('exercise_id', '=', exerciseId).where('type', '=', type);
  return Number((await gone.executeTakeFirst()).numDeletedRows);
}

/** What a student has asked to forget. */
export interface Forgotten {
  readonly type: EventType;
  readonly exerciseId: ExerciseId;
}

function matching(store: Store, { exerciseId, conversationId, type, withoutFolders = false }: EventFilter) {
  let query = store.selectFrom('events');
  if (withoutFolders)
    query = query.where((row) =>
      row.or([row('exercise_id', 'is', null), row('exercise_id', 'not like', `${FOLDER_ID_PREFIX}%`)]),
    );
  if (exerciseId !== undefined) query = query.where('exercise_id', '=', exerciseId);
  if (conversationId !== undefined) query = query.where('conversation_id', '=', conversationId);
  if (type !== undefined) query = query.where('type', 'in', type);
  return query;
}

function matches(line: KeptEvent, { exerciseId, conversationId, type, withoutFolders = false }: EventFilter): boolean {
  return (
    !(withoutFolders && isFolderId(line.exerciseId ?? '')) &&
    (exerciseId === undefined || line.exerciseId === exerciseId) &&
    (conversationId === undefined || line.conversationId === conversationId) &&
    (type === undefined || type.includes(line.type as EventType))
  );
}

/** A page of what is in memory. */
export function pageOf(events: readonly KeptEvent[], { after, limit, ...filter }: Wanted): EventPage {
  const page = events.filter((event) => event.id > after && matches(event, filter)).slice(0, limit);
  const messages = page.map(({ message }) => message).join('');
  return { count: page.length, lastId: page.at(-1)?.id ?? after, messages };
}

/** The message holds a `PracticeEvent`. Only `at` and the names of types need no quoting of their own. */
export function keptOf(log: string, row: EventsTable): KeptEvent {
  const { id, exercise_id: exerciseId, conversation_id: conversationId, type } = row;
  const exercise = exerciseId === null ? '' : `"exerciseId":${JSON.stringify(exerciseId)},`;
  const conversation = conversationId === null ? '' : `"conversationId":${JSON.stringify(conversationId)},`;
  const json = `{"id":${id},"at":"${row.at}",${exercise}${conversation}"type":"${type}","data":${row.data}}`;
  return { id, exerciseId, conversationId, type, message: `id: ${log}-${id}\ndata: ${json}\n\n` };
}
