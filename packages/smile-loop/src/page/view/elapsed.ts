import type { RecordedRun } from '../../contract/recorded-run.js';

/** The events that are told when a state is kept, which says how long the run has taken until then. */
const MILESTONES: ReadonlySet<string> = new Set(['iteration_start', 'student_output', 'mentor_output']);

/** Milliseconds that a run has gone on at a moment, or went on: the time in which nobody ran it does not count. */
export function elapsedAt({ recorded, state, events }: RecordedRun, nowMs: number): number {
  if (recorded) return state.elapsedMs;
  const since = events.findLast(({ event }) => MILESTONES.has(event.type))?.at ?? state.startTime;
  // A clock that was set back takes no time away.
  return state.elapsedMs + Math.max(0, nowMs - Date.parse(since));
}
