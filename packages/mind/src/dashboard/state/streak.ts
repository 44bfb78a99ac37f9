import type { DashboardState } from '@agent-factory/protocol/mind';
import { Calendar, dayNumber } from './calendar.js';

/**
 * Days in a row, up to today or, as long as today is not over, yesterday; and the longest such row. `days` are in their
 * order, each once.
 */
export function streakOf(days: DashboardState['activity'], now: number): DashboardState['streak'] {
  let current = 0;
  let longest = 0;
  let last = Number.NaN;
  for (const day of days.map((one) => dayNumber(one.day))) {
    current = day === last + 1 ? current + 1 : 1;
    longest = Math.max(longest, current);
    last = day;
  }
  const goesOn = dayNumber(new Calendar().dayAt(now).day) - last <= 1;
  return { current: goesOn ? current : 0, longest };
}
