import type { MentorResult, StudentResult } from '../contract/agents.js';
import type { Verdict } from '../contract/loop-state.js';
import type { Trigger } from '../contract/triggers.js';

export interface StudentTask {
  readonly iteration: number;
  /** Of all iterations before, the oldest first. */
  readonly mentorNotes: readonly string[];
  /** Milliseconds that its whole run may take. */
  readonly limitMs: number;
}

export interface MentorTask {
  readonly iteration: number;
  readonly trigger: Trigger;
  readonly student: StudentResult;
  /** What the checks found, where they are why it is asked. */
  readonly verdict?: Verdict;
  readonly mentorNotes: readonly string[];
  readonly limitMs: number;
}

/**
 * Who works in the containers. Each ends its work when the signal fires, and throws `SmileError` where its engine
 * fails. The loop does not wait for one that does not end.
 */
export interface Agents {
  student(task: StudentTask, signal: AbortSignal): Promise<StudentResult>;
  mentor(task: MentorTask, signal: AbortSignal): Promise<MentorResult>;
  /** Undefined where the target has no checks. */
  judge(signal: AbortSignal): Promise<Verdict> | undefined;
  /** A fresh container and an empty work folder, before each try of a student. */
  reset(signal: AbortSignal): Promise<void>;
}
