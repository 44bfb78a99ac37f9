import { type Kysely, sql } from 'kysely';
import type { CoachTables } from './tables.js';

/** Sessions that have ended, and were not wrapped up. */
export const TO_WRAP_UP = sql<boolean>`(status <> 'active' and wrapped_up is null)`;

/** Those that were wrapped up without what their agent has told, unless no model could be asked. */
export const TO_HEAR = sql<boolean>`(wrapped_up is not null and wrapping_up is not null
  and wrapped_up not like '%"transcript":"kept"%')`;

/** Whether earlier sessions have left anything to do for what thinks; asked before that is loaded. */
export async function hasSessionsLeft(store: Kysely<CoachTables>): Promise<boolean> {
  const left = store.selectFrom('coach_sessions').select('id').where(sql<boolean>`${TO_WRAP_UP} or ${TO_HEAR}`);
  return (await left.limit(1).executeTakeFirst()) !== undefined;
}
