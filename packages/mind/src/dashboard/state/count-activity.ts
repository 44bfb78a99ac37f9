import { setImmediate as turn } from 'node:timers/promises';
import type { CoachTables } from '@agent-factory/coach/tables';
import { PracticeError } from '@agent-factory/protocol';
import { STUDENT_ACTIONS } from '@agent-factory/protocol/coach';
import { type Kysely, sql } from 'kysely';

/** What a learner does. That they are back from a pause is a guess: what they do next counts. */
const OF_LEARNER = [...STUDENT_ACTIONS].filter((type) => type !== 'idle_end');

/** The same of what the daemon writes down outside the action log: a check, a rung of a hint ladder, the solution. */
const OTHERS = ['check_began', 'hint_shown', 'solution_shown'] as const;

/** Events that are looked at without a pause: some ten milliseconds. */
const SLICE = 5000;

/**
 * Counts what has come into the event log since it was last counted, by quarters of an hour: every zone's midnight lies
 * between two of them. The log forgets after thirty days, and the sums stay. Costs as much as there is new. Where the disk
 * takes nothing now, the sums stay as they are: it is counted later.
 */
export async function countActivity(store: Kysely<CoachTables>): Promise<void> {
  try {
    const { first, last, isOtherLog } = await placesIn(store);
    if (isOtherLog) return await countOtherLog(store);
    for (let after = first; after < last; after += SLICE) {
      await addNews(store, after, after + SLICE);
      if (after + SLICE < last) await turn();
    }
  } catch (error) {
    // The daemon says by itself that its disk is full: nobody has to learn it from a sum that is some hours old.
    if (!(error instanceof PracticeError)) throw error;
  }
}

interface Places {
  /** The last event that is in the sums, and the last one there is. */
  readonly first: number;
  readonly last: number;
  /** Whether the sums are of a log that is no more: one that was made anew counts from one again. */
  readonly isOtherLog: boolean;
}

/** Only reads: even a statement that changes nothing waits for the disk. */
async function placesIn(store: Kysely<CoachTables>): Promise<Places> {
  const { rows } = await sql<{ first: number; last: number; most: number }>`select
    (select coalesce(max(last_event), 0) from coach_activity) as first,
    (select coalesce(max(id), 0) from events) as last,
    coalesce((select seq from sqlite_sequence where name = 'events'), 0) as most`.execute(store);
  const { first = 0, last = 0, most = 0 } = rows[0] ?? {};
  return { first, last, isOtherLog: first > most };
}

async function countOtherLog(store: Kysely<CoachTables>): Promise<void> {
  // Whoever has found the same meanwhile counts none of it twice.
  await sql`update coach_activity set last_event = 0 where last_event >
    coalesce((select seq from sqlite_sequence where name = 'events'), 0)`.execute(store);
  await countActivity(store);
}

/** One statement, so that it is done wholly or not; what is in the sums is left out, whoever has counted it meanwhile. */
async function addNews(store: Kysely<CoachTables>, after: number, upTo: number): Promise<void> {
  const news = sql`events where id > ${after} and id <= ${upTo} and (type in (${sql.join(OTHERS)})
    or (type = 'coach_action' and json_extract(data, '$.action') in (${sql.join(OF_LEARNER)})))`;
  // An agent's actions are most of a log: the disk is not waited for where there are no others.
  const { rows } = await sql<{ any: number }>`select exists (select 1 from ${news}) as any`.execute(store);
  if (rows[0]?.any !== 1) return;
  await sql`insert into coach_activity (slot, actions, hints, last_event)
    select substr(at, 1, 14) || substr('00153045', 1 + 2 * (substr(at, 15, 2) / 15), 2) as quarter,
      count(*), sum(type = 'hint_shown'), max(id)
    from ${news} and id > (select coalesce(max(last_event), 0) from coach_activity)
    group by quarter
    on conflict (slot) do update set actions = actions + excluded.actions, hints = hints + excluded.hints,
      last_event = max(last_event, excluded.last_event)`.execute(store);
}
