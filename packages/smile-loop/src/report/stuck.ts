import type { Command, GapClaim, StudentAnswer } from '../contract/agents.js';
import type { Iteration, LoopState } from '../contract/loop-state.js';
import { mostSpecific, type Trigger } from '../contract/triggers.js';

/** A point at which a student did not get on. */
export interface StuckPoint {
  iteration: number;
  trigger: Trigger;
  /** Nothing came after it: the run ended here without being completed. */
  final: boolean;
  claim: GapClaim | undefined;
  /** What the mentor wrote; empty where it wrote nothing. */
  notes: string;
  problem: string;
  step: string;
  /** Commands that failed or were ended, in their order. */
  failed: readonly Command[];
}

/** The iterations of a run in which its student was stuck: it asked, could not go on, or a check failed. */
export function stuckPoints({ history, status }: Pick<LoopState, 'history' | 'status'>): StuckPoint[] {
  return history.flatMap((one, index) => {
    const final = index === history.length - 1 && status !== 'completed';
    return isStuck(one) ? [stuckPoint(one, final)] : [];
  });
}

function isStuck({ trigger, mentorResult, verdict, studentResult }: Iteration): boolean {
  if (trigger !== undefined || mentorResult !== undefined || verdict?.passed === false) return true;
  return studentResult?.kind === 'answer' && studentResult.answer.status !== 'completed';
}

function stuckPoint(one: Iteration, final: boolean): StuckPoint {
  const answer = one.studentResult?.kind === 'answer' ? one.studentResult.answer : undefined;
  const mentor = one.mentorResult?.kind === 'notes' ? one.mentorResult : undefined;
  return {
    iteration: one.iteration,
    trigger: triggerOf(one),
    final,
    claim: mentor?.gap,
    notes: mentor?.notes ?? '',
    problem: problemOf(one, answer),
    step: answer?.currentStep ?? '',
    failed: (one.studentResult?.commands ?? []).filter(({ exitCode, timedOut }) => timedOut || (exitCode ?? 0) !== 0),
  };
}

function triggerOf({ trigger, verdict, studentResult }: Iteration): Trigger {
  if (trigger !== undefined) return trigger;
  if (verdict?.passed === false) return 'check_failed';
  if (studentResult?.kind !== 'answer') return 'ambiguous_instruction';
  return mostSpecific(studentResult.fired) ?? studentResult.answer.trigger ?? 'ambiguous_instruction';
}

function problemOf({ verdict }: Iteration, answer: StudentAnswer | undefined): string {
  const failed = verdict?.criteria.filter(({ passed }) => !passed) ?? [];
  if (verdict?.passed === false) {
    const found = failed.map(({ name, message }) => (message === undefined ? name : `${name} (${message})`));
    return `The student had followed the text to its end, and a check failed: ${found.join('; ')}`;
  }
  const told = [answer?.problem, answer?.reason, answer?.questionForMentor].find((text) => text?.trim());
  return told ?? 'The student did not get on, and did not say why.';
}
