import { isRefusal } from '../agents/refusal.js';
import type { MentorResult, StudentAnswer, StudentResult } from '../contract/agents.js';
import type { Iteration, Phase, Verdict } from '../contract/loop-state.js';
import { mostSpecific, type Trigger } from '../contract/triggers.js';
import { type AnywhereEvent, type Ending, endingOfFailed, SUMMARIES } from './ending.js';
import type { EventIn } from './machine.js';

/** What a phase came to: its event, and what is kept of it. */
export interface Move<P extends Phase> {
  readonly event: EventIn<P>;
  readonly kept?: Partial<Iteration>;
  /** A sentence, and a stable word, should it be the end. */
  readonly summary?: string;
  readonly code?: string;
}

export function moveOfStudent(studentResult: StudentResult): Move<'student'> {
  switch (studentResult.kind) {
    case 'answer':
      return moveOfAnswer(studentResult);
    case 'refusal':
      return { event: 'student_refused', kept: { studentResult }, summary: refusal('student', studentResult.text) };
    case 'unreadable':
      return {
        event: 'harness_failed',
        kept: { studentResult },
        summary: "The student's last answer cannot be read.",
        code: 'output_unreadable',
      };
    case 'failed':
      return { ...endingMove(endingOfFailed(studentResult)), kept: { studentResult } };
  }
}

function moveOfAnswer(studentResult: Extract<StudentResult, { kind: 'answer' }>): Move<'student'> {
  const { answer } = studentResult;
  switch (answer.status) {
    case 'completed':
      return { event: 'student_completed', kept: { studentResult } };
    case 'ask_mentor':
      return { event: 'student_asks', kept: { studentResult, trigger: triggerOf(answer, studentResult.fired) } };
    case 'cannot_complete': {
      const why = answer.reason || answer.problem || 'it gave no reason';
      if (isRefusal(why))
        return { event: 'student_refused', kept: { studentResult }, summary: refusal('student', why) };
      const summary = cut(`The student cannot complete the tutorial: ${why}`);
      return { event: 'student_cannot', kept: { studentResult }, summary };
    }
  }
}

/** A student that asks and for which nothing fired did not understand something. */
function triggerOf({ trigger }: StudentAnswer, fired: readonly Trigger[]): Trigger {
  return mostSpecific(trigger === undefined ? fired : [...fired, trigger]) ?? 'ambiguous_instruction';
}

/** Without checks, the student's word is the verdict. */
export function moveOfVerdict(verdict: Verdict | undefined): Move<'judge'> {
  if (verdict === undefined) return { event: 'checks_passed' };
  if (verdict.passed) return { event: 'checks_passed', kept: { verdict } };
  return { event: 'checks_failed', kept: { verdict, trigger: 'check_failed' } };
}

export function moveOfMentor(mentorResult: MentorResult, isLastIteration: boolean): Move<'mentor'> {
  const kept = { mentorResult };
  if (mentorResult.kind === 'failed') return { ...endingMove(endingOfFailed(mentorResult)), kept };
  if (mentorResult.kind === 'refusal') {
    return { event: 'mentor_refused', kept, summary: refusal('mentor', mentorResult.text) };
  }
  if (mentorResult.unresolvable) {
    return { event: 'mentor_unresolvable', kept, summary: cut(`The mentor found no way on: ${mentorResult.notes}`) };
  }
  if (!isLastIteration) return { event: 'mentor_answered', kept };
  return { event: 'iterations_spent', kept, summary: SUMMARIES.iterations_spent ?? '' };
}

/** What ends the loop, as a move of any phase. */
export function endingMove({ event, message, code }: Ending): { event: AnywhereEvent; summary: string; code: string } {
  return { event, summary: message, code };
}

function refusal(who: string, words: string): string {
  return cut(`The ${who} refused: ${words}`);
}

/** Characters of a summary at most: the half of what the contract allows, and more than anybody reads. */
const MAX_SUMMARY_CHARS = 2000;

function cut(text: string): string {
  return text.length > MAX_SUMMARY_CHARS ? `${text.slice(0, MAX_SUMMARY_CHARS - 1)}…` : text;
}
