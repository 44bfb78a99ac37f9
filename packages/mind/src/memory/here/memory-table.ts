import type { CoachTables } from '@agent-factory/coach/store';
import type { Memory } from '@agent-factory/protocol/mind';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { withIds } from '../made.js';
import { cursorOf, momentToLookAt, type Place, placeOf } from '../paging.js';
import { type MemoryRow, memoryOf, rowOf } from './rows.js';

type Store = Kysely<CoachTables>;

/** Memories that are read at once. */
const BATCH = 200;

export async function putMemories(store: Store, memories: readonly Memory[]): Promise<void> {
  for (const memory of memories) {
    const { id, ...others } = rowOf(memory);
    const insert = store.insertInto('coach_memories').values({ id, ...others });
    await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(others)).execute();
  }
}

/** Adds memories of one session, under ids that go on after those that it has; as they are then. */
export async function addMemories(store: Store, memories: readonly Memory[]): Promise<Memory[]> {
  const [first] = memories;
  const ofSession = store
    .selectFrom('coach_memories')
    .select('id')
    .where('session_id', '=', first?.sessionId ?? '');
  const made = withIds(
    memories,
    (await ofSession.execute()).map(({ id }) => id),
  );
  await putMemories(store, made);
  return made;
}

export async function findMemory(store: Store, id: string): Promise<Memory | undefined> {
  const row = await store.selectFrom('coach_memories').selectAll().where('id', '=', id).executeTakeFirst();
  return row && memoryOf(row);
}

/** Whatever is of the same sessions, or has the same ids. */
export async function findSharing(store: Store, memories: readonly Memory[]): Promise<Memory[]> {
  const found = new Map<string, Memory>();
  const keep = (rows: MemoryRow[]) => {
    for (const row of rows) found.set(row.id, memoryOf(row));
  };
  const all = store.selectFrom('coach_memories').selectAll();
  for (const id of new Set(memories.map(({ sessionId }) => sessionId)))
    keep(await all.where('session_id', '=', id).execute());
  for (const { id } of memories) if (!found.has(id)) keep(await all.where('id', '=', id).execute());
  return [...found.values()];
}

export async function countMemories(store: Store, project: string | undefined): Promise<number> {
  const query = store.selectFrom('coach_memories').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await within(query, project).executeTakeFirstOrThrow()).count;
}

/** Tells how many there were. */
export async function deleteMemories(store: Store, { ids, project }: { ids?: readonly string[]; project?: string }) {
  let query = store.deleteFrom('coach_memories');
  if (project !== undefined) query = query.where('project', '=', project);
  if (ids !== undefined) query = query.where('id', 'in', [...ids]);
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

interface PageWanted {
  readonly project: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

/** The latest first. */
export async function latestMemories(
  store: Store,
  { project, after, limit }: PageWanted,
): Promise<{ memories: Memory[]; next?: string }> {
  let query = within(store.selectFrom('coach_memories').selectAll(), project);
  if (after !== undefined) {
    const { createdAt, id } = await placeBehind(store, after);
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(createdAt, id)));
  }
  const sorted = query.orderBy('created_at', 'desc').orderBy('id', 'desc');
  const rows = await sorted.limit(limit + 1).execute();
  const memories = rows.slice(0, limit).map(memoryOf);
  const last = memories.at(-1);
  return { memories, ...(rows.length > limit && last !== undefined && { next: cursorOf(last) }) };
}

async function placeBehind(store: Store, cursor: string): Promise<Place> {
  const moment = momentToLookAt(cursor);
  if (moment === undefined) return placeOf(cursor, () => []);
  const rows = await store.selectFrom('coach_memories').select('id').where('created_at', '=', moment).execute();
  return placeOf(cursor, () => rows.map(({ id }) => id));
}

/** The oldest first. */
export async function* eachMemory(store: Store): AsyncGenerator<Memory> {
  for (let last: Memory | undefined; ; ) {
    let query = store.selectFrom('coach_memories').selectAll();
    if (last !== undefined) {
      const { createdAt, id } = last;
      query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '>', tuple(createdAt, id)));
    }
    const rows = await query.orderBy('created_at').orderBy('id').limit(BATCH).execute();
    const memories = rows.map(memoryOf);
    yield* memories;
    last = memories.at(-1);
    if (memories.length < BATCH) return;
  }
}

/** The absolute path of the database, as SQLite knows it. */
export async function fileOf(store: Store): Promise<string> {
  const query = sql<{ file: string }>`select file from pragma_database_list where name = 'main'`;
  return (await query.execute(store)).rows[0]?.file ?? '';
}

function within<Row>(
  query: SelectQueryBuilder<CoachTables, 'coach_memories', Row>,
  project: string | undefined,
): SelectQueryBuilder<CoachTables, 'coach_memories', Row> {
  return project === undefined ? query : query.where('project', '=', project);
}
