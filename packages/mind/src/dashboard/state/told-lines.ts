import type { CoachTables } from '@agent-factory/coach/tables';
import type { Kysely } from 'kysely';

/** Lines of solutions that tutors have told, or were kept from telling; a line counts each time that it was new. */
export async function toldLines(store: Kysely<CoachTables>): Promise<number> {
  const { lines } = await store
    .selectFrom('coach_tutor_leaks')
    .select(({ fn, eb }) => fn.coalesce(fn.sum<number>('lines'), eb.lit(0)).as('lines'))
    .executeTakeFirstOrThrow();
  return lines;
}
