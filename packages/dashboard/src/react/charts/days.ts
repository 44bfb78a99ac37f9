import type { DashboardState, Period } from '@agent-factory/protocol/mind';

const DAY_MS = 86_400_000;
/** All time is drawn as so many weeks: half a year. */
const WEEKS = 26;

/** What was done on a day, or in the seven days that begin with it. `start`: its midnight in UTC, which stands for any zone's. */
export interface Span {
  readonly start: number;
  readonly days: 1 | 7;
  readonly minutes: number;
  readonly actions: number;
}

/** The spans of a period up to today, the oldest first; days of which nothing is known are empty. */
export function spansOf(activity: DashboardState['activity'], period: Period, now: number): Span[] {
  const days = period === 'all' ? 7 : 1;
  const count = period === 'all' ? WEEKS : period === '30d' ? 30 : 7;
  const end = todayOf(now) + DAY_MS;
  const spans = Array.from({ length: count }, (_, index) => ({
    start: end - (count - index) * days * DAY_MS,
    days: days as Span['days'],
    minutes: 0,
    actions: 0,
  }));
  const first = spans[0]?.start ?? end;
  for (const { day, minutes, actions } of activity) {
    // A day that is yet to come, as a clock was wrong, is in none of them.
    const span = spans[Math.floor((Date.parse(day) - first) / (days * DAY_MS))];
    if (span === undefined) continue;
    span.minutes += minutes;
    span.actions += actions;
  }
  return spans;
}

/** Midnight in UTC of what the reader's calendar says is today. */
function todayOf(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
