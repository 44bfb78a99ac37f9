import type { Iteration, LoopState, Phase } from '../contract/loop-state.js';
import { SUMMARIES } from './ending.js';
import { type EndEvent, type EventIn, next } from './machine.js';
import type { Move } from './moves.js';
import { outcomeOf } from './outcome.js';

export interface Moment {
  /** Milliseconds since 1970, of a clock that may jump. */
  readonly nowMs: number;
  readonly elapsedMs: number;
}

/** The state after a move. It changes nothing but what it returns. */
export function afterMove<P extends Phase>(state: LoopState, phase: P, move: Move<P>, moment: Moment): LoopState {
  const step = next(phase, move.event);
  const kept = withKept(state, move, moment);
  const { elapsedMs } = moment;
  if (step.phase === 'student') return beginIteration({ ...kept, elapsedMs }, moment);
  if (step.phase !== 'done') return { ...kept, elapsedMs, phase: step.phase };
  return {
    ...kept,
    history: endLast(kept.history, moment),
    elapsedMs,
    phase: 'done',
    status: step.status,
    finalResult: resultOf(move, kept.history),
  };
}

function resultOf<P extends Phase>(move: Move<P>, history: readonly Iteration[]): LoopState['finalResult'] {
  // The table has just said that this event is an end.
  const event = move.event as EventIn<Phase> & EndEvent;
  const summary = move.summary ?? SUMMARIES[event] ?? event;
  return { outcome: outcomeOf(event, history), summary, ...(move.code !== undefined && { code: move.code }) };
}

/** The last iteration with what the move found, and the mentor's notes with its own. */
function withKept<P extends Phase>(state: LoopState, { kept }: Move<P>, moment: Moment): LoopState {
  const last = state.history.at(-1);
  if (kept === undefined || last === undefined) return state;
  const history = [...state.history.slice(0, -1), { ...last, ...kept }];
  const { mentorResult } = kept;
  if (mentorResult === undefined) return { ...state, history };
  const notes = mentorResult.kind === 'notes' ? [mentorResult.notes] : [];
  return { ...state, history: endLast(history, moment), mentorNotes: [...state.mentorNotes, ...notes] };
}

function beginIteration(state: LoopState, { nowMs }: Moment): LoopState {
  const iteration = state.iteration + 1;
  const entry = { iteration, startedAt: new Date(nowMs).toISOString() };
  return { ...state, phase: 'student', iteration, history: [...state.history, entry] };
}

/** When the clock was set back, an iteration ends when it began, and not before. */
function endLast(history: readonly Iteration[], { nowMs }: Moment): Iteration[] {
  const last = history.at(-1);
  if (last === undefined || last.endedAt !== undefined) return [...history];
  const endedAtMs = Math.max(nowMs, Date.parse(last.startedAt));
  return [...history.slice(0, -1), { ...last, endedAt: new Date(endedAtMs).toISOString() }];
}
