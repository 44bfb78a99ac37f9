import { randomUUID } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Constraint, KataOutline } from '@agent-factory/protocol/mind';
import { type Kysely, sql } from 'kysely';
import { type Named, recordOf } from '../schema/naming.js';
import { ATTEMPTS, type Attempt, CONSTRAINTS } from '../schema/values.js';
import type { CoachTables } from '../tables.js';
import { setGapAddressed } from './gaps.js';

type Row = CoachTables['coach_kata_specs'];
/** A small exercise against a gap, and how the student has tried it so far. */
export type Kata = Omit<Named<Row>, 'constraints' | 'userAttempts'> & {
  constraints: Constraint[];
  userAttempts: Attempt[];
};

export async function createKata(
  store: Kysely<CoachTables>,
  kata: Omit<Kata, 'id' | 'userAttempts' | 'createdAt'>,
): Promise<Kata> {
  const row: Row = {
    id: randomUUID(),
    knowledge_gap_id: kata.knowledgeGapId,
    title: kata.title,
    description: kata.description,
    scaffolding_code: kata.scaffoldingCode,
    instructor_notes: kata.instructorNotes,
    constraints: CONSTRAINTS.write(kata.constraints),
    user_attempts: ATTEMPTS.write([]),
    created_at: new Date().toISOString(),
  };
  await store.insertInto('coach_kata_specs').values(row).execute();
  return kataOf(row);
}

export async function findKata(store: Kysely<CoachTables>, id: string): Promise<Kata | undefined> {
  const row = await store.selectFrom('coach_kata_specs').selectAll().where('id', '=', id).executeTakeFirst();
  return row && kataOf(row);
}

export async function katasOf(store: Kysely<CoachTables>, knowledgeGapId: string): Promise<Kata[]> {
  const query = store.selectFrom('coach_kata_specs').selectAll().where('knowledge_gap_id', '=', knowledgeGapId);
  return (await query.orderBy(sql`rowid`).execute()).map(kataOf);
}

/** Katas whose attempts are looked through at once: with the longest code, some ten milliseconds. */
const SLICE = 50;

/**
 * Without their texts, the latest first, by the order of writing, since clocks jump; all or, with `limit`, so many. Attempts
 * are counted where they are stored: their code can be long. Others have their turn in between.
 */
export async function listKatas(
  store: Kysely<CoachTables>,
  { limit = Number.POSITIVE_INFINITY }: { readonly limit?: number } = {},
): Promise<KataOutline[]> {
  const listed: KataOutline[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; listed.length < limit; ) {
    const rows = await sliceBefore(store, before, Math.min(SLICE, limit - listed.length));
    for (const { row, attempts, ...kata } of rows) {
      const [attemptsCount, bestLevel]: [number, number | null] = JSON.parse(attempts);
      listed.push({ ...kata, attemptsCount, bestLevel });
      before = row;
    }
    if (rows.length < SLICE) break;
    await othersTurn();
  }
  return listed;
}

function sliceBefore(store: Kysely<CoachTables>, before: number, count: number) {
  return store
    .selectFrom('coach_kata_specs as kata')
    .innerJoin('coach_knowledge_gaps as gap', 'gap.id', 'kata.knowledge_gap_id')
    .select(['kata.id', 'kata.title', 'gap.topic'])
    .select(sql<number>`kata.rowid`.as('row'))
    .select(ATTEMPTS_TRIED.as('attempts'))
    .select(sql<number>`json_array_length(kata.constraints)`.as('constraintCount'))
    .where(sql`kata.rowid`, '<', before)
    .orderBy(sql`kata.rowid`, 'desc')
    .limit(count)
    .execute();
}

/** Their number and the highest level, in one pass. */
const ATTEMPTS_TRIED = sql<string>`(select json_array(count(*), max(json_extract(value, '$.level')))
  from json_each(kata.user_attempts))`;

/**
 * After those before it, which stay, also where two come at once. `addressesGap`: the gap that the kata is against is
 * addressed by it. Undefined if there is no such kata.
 */
export async function addAttempt(
  store: Kysely<CoachTables>,
  id: string,
  attempt: Attempt,
  { addressesGap = false } = {},
): Promise<Kata | undefined> {
  return store.transaction().execute(async (transaction) => {
    const kata = await findKata(transaction, id);
    if (kata === undefined) return undefined;
    const userAttempts = [...kata.userAttempts, attempt];
    const change = { user_attempts: ATTEMPTS.write(userAttempts) };
    await transaction.updateTable('coach_kata_specs').set(change).where('id', '=', id).execute();
    if (addressesGap) await setGapAddressed(transaction, kata.knowledgeGapId, true);
    return { ...kata, userAttempts };
  });
}

export async function deleteKata(store: Kysely<CoachTables>, id: string): Promise<void> {
  await store.deleteFrom('coach_kata_specs').where('id', '=', id).execute();
}

function kataOf(row: Row): Kata {
  const constraints = CONSTRAINTS.read(row.constraints);
  return { ...recordOf(row), constraints, userAttempts: ATTEMPTS.read(row.user_attempts) };
}
