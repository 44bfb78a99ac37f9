import type { ProgressRow } from '../../client/progress/progress-rows.js';
import { hasBegun } from '../../client/progress/progress-rows.js';

const MINUTE_MS = 60_000;

/** Time at work in words: exact enough to be proud of, but not a stopwatch. */
export function durationWords(ms: number): string {
  if (ms === 0) return '0 min';
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return 'under 1 min';
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A day as the student's own calendar writes it. */
export function dayWords(time: string): string {
  return new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

export type Standing = 'completed' | 'running' | 'begun' | 'new' | 'unavailable';

/** Where the student stands: a completion stays, even if the exercise was started over since. */
export function standingOf(row: ProgressRow): Standing {
  if (row.completedAt !== undefined) return 'completed';
  if (row.listed?.unavailable !== undefined) return 'unavailable';
  if (row.listed?.running) return 'running';
  const isBegun = hasBegun(row) || (row.listed !== undefined && row.listed.status !== 'not_started');
  return isBegun ? 'begun' : 'new';
}

export function standingWords(row: ProgressRow): string {
  const standing = standingOf(row);
  if (standing === 'completed') return isBegunAnew(row) ? 'Completed, started again' : 'Completed';
  return { running: 'Running', begun: 'In progress', new: 'Not started', unavailable: 'Unavailable' }[standing];
}

function isBegunAnew({ listed }: ProgressRow): boolean {
  return listed !== undefined && (listed.status === 'in_progress' || listed.status === 'running');
}
