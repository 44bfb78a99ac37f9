import type { CoachTables } from '@agent-factory/coach/tables';
import type { DashboardState } from '@agent-factory/protocol/mind';
import { type Kysely, sql } from 'kysely';
import { Calendar } from './calendar.js';
import type { SessionFacts } from './sessions.js';

type Day = DashboardState['activity'][number];

/** What was counted in a quarter of an hour that begins at `at`. */
export interface Slot {
  readonly at: number;
  readonly actions: number;
  readonly hints: number;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Most of a session that counts as work, in milliseconds: one that is longer was left open when the machine went to sleep. */
const MAX_AT_WORK_MS = 12 * 3_600_000;

/**
 * Quarters of an hour in which something was done, the oldest first; those to come, by a clock that was ahead, are left out.
 * A year has some thousands: SQLite puts them into one text, which takes a quarter of the time that as many rows take.
 */
export async function readSlots(store: Kysely<CoachTables>, now: number): Promise<Slot[]> {
  const { rows } = await sql<{ packed: string }>`select
    json_group_array(json_array(slot, actions, hints) order by slot) as packed from coach_activity`.execute(store);
  const slots: [slot: string, actions: number, hints: number][] = JSON.parse(rows[0]?.packed ?? '[]');
  return slots
    .map(([slot, actions, hints]) => ({ at: Date.parse(`${slot}:00Z`), actions, hints }))
    .filter(({ at }) => at <= now);
}

interface Done {
  readonly slots: readonly Slot[];
  readonly sessions: readonly SessionFacts[];
}

/** The days from `begin` to `now` on which something was done, in their order. */
export function activityOf({ slots, sessions }: Done, begin: number, now: number): Day[] {
  const days = new DaySums();
  for (const { at, actions } of slots) if (at >= begin) days.add(at, { actions });
  for (const session of sessions) {
    if (session.startedAt >= begin && session.startedAt <= now) days.add(session.startedAt, {});
    const end = Math.min(session.endedAt ?? session.startedAt, session.startedAt + MAX_AT_WORK_MS, now);
    days.addWork(Math.max(session.startedAt, begin), end);
  }
  return days.inOrder;
}

/** What was done on each day. */
class DaySums {
  readonly #calendar = new Calendar();
  readonly #sums = new Map<string, { minutes: number; actions: number }>();

  add(at: number, { minutes = 0, actions = 0 }: { readonly minutes?: number; readonly actions?: number }): void {
    const { day } = this.#calendar.dayAt(at);
    const sum = this.#sums.get(day);
    if (sum === undefined) {
      this.#sums.set(day, { minutes, actions });
      return;
    }
    sum.minutes += minutes;
    sum.actions += actions;
  }

  /** Work from one moment to another belongs to all days between them. */
  addWork(begin: number, end: number): void {
    for (let from = begin; from < end; ) {
      const until = Math.min(this.#calendar.dayAt(from).end, end);
      this.add(from, { minutes: (until - from) / MINUTE_MS });
      from = until;
    }
  }

  /** Work on two projects at once makes no day longer. */
  get inOrder(): Day[] {
    return [...this.#sums]
      .map(([day, { minutes, actions }]) => ({ day, minutes: Math.min(minutes, DAY_MINUTES), actions }))
      .sort((one, other) => (one.day < other.day ? -1 : 1));
  }
}
