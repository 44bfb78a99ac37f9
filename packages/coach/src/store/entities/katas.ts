import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Named, recordOf } from '../schema/naming.js';
import { ATTEMPTS, type Attempt, CONSTRAINTS, type Constraint } from '../schema/values.js';
import type { CoachTables } from '../tables.js';

type Row = CoachTables['coach_kata_specs'];
/** A small exercise against a gap, and how the student has tried it so far. */
export type Kata = Omit<Named<Row>, 'constraints' | 'userAttempts'> & {
  constraints: Constraint[];
  userAttempts: Attempt[];
};

export async function createKata(store: Kysely<CoachTables>, kata: Omit<Kata, 'id' | 'userAttempts'>): Promise<Kata> {
  const row: Row = {
    id: randomUUID(),
    knowledge_gap_id: kata.knowledgeGapId,
    title: kata.title,
    description: kata.description,
    scaffolding_code: kata.scaffoldingCode,
    instructor_notes: kata.instructorNotes,
    constraints: CONSTRAINTS.write(kata.constraints),
    user_attempts: ATTEMPTS.write([]),
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

/** After those before it, which stay. Undefined if there is no such kata. */
export async function addAttempt(store: Kysely<CoachTables>, id: string, attempt: Attempt): Promise<Kata | undefined> {
  return store.transaction().execute(async (transaction) => {
    const kata = await findKata(transaction, id);
    if (kata === undefined) return undefined;
    const userAttempts = [...kata.userAttempts, attempt];
    const change = { user_attempts: ATTEMPTS.write(userAttempts) };
    await transaction.updateTable('coach_kata_specs').set(change).where('id', '=', id).execute();
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
