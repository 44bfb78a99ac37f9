import type { StudentResult } from '../contract/agents.js';
import type { Iteration, LoopState } from '../contract/loop-state.js';
import type { ObserveEvent } from '../contract/observe-events.js';

/** Finds the line of the tutorial that a step is about, from 1. */
export type LineOf = (step: string) => number | undefined;

const TYPES: ReadonlySet<ObserveEvent['type']> = new Set([
  'iteration_start',
  'student_output',
  'mentor_output',
  'loop_complete',
]);

/** Whether this event follows from the state alone. */
export function isMilestone(event: ObserveEvent): boolean {
  return TYPES.has(event.type);
}

/**
 * The events that follow from a state, in their order. A later state of the same run has the same and more behind them:
 * so what was told is known by its count, and nothing is told twice or left out, whenever a process ended.
 */
export function milestonesOf(state: LoopState, lineOf: LineOf = () => undefined): ObserveEvent[] {
  const events = state.history.flatMap((iteration) => ofIteration(iteration, lineOf));
  if (state.finalResult === null) return events;
  const { outcome, summary } = state.finalResult;
  return [...events, { type: 'loop_complete', status: state.status, outcome, summary, iterations: state.iteration }];
}

function ofIteration(entry: Iteration, lineOf: LineOf): ObserveEvent[] {
  const { iteration, startedAt, studentResult, mentorResult } = entry;
  const events: ObserveEvent[] = [{ type: 'iteration_start', iteration, timestamp: startedAt }];
  if (studentResult !== undefined) events.push(studentOutput(studentResult, iteration, lineOf));
  if (mentorResult?.kind === 'notes') {
    const line = mentorResult.gap === undefined ? undefined : lineOf(mentorResult.gap.quote);
    events.push({ type: 'mentor_output', notes: mentorResult.notes, iteration, ...(line !== undefined && { line }) });
  }
  return events;
}

function studentOutput(result: StudentResult, iteration: number, lineOf: LineOf): ObserveEvent {
  if (result.kind !== 'answer') {
    const { kind } = result;
    const summary = kind === 'failed' ? result.message : kind === 'refusal' ? result.text : result.raw;
    return { type: 'student_output', status: kind, summary, currentStep: '', iteration };
  }
  const { status, currentStep, summary, problem, reason } = result.answer;
  const line = lineOf(currentStep);
  return {
    type: 'student_output',
    status,
    summary: summary || problem || reason,
    currentStep,
    iteration,
    ...(line !== undefined && { line }),
  };
}
