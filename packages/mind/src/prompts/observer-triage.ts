import * as z from 'zod';
import { UNTRUSTED } from './untrusted.js';

/** What is asked of the model that watches over a session, and decides whether to interrupt (spec FR-150). */
export const SYSTEM_PROMPT = `You watch over a learner who works on a program, beside a coach who is silent until somebody wakes it. You do not talk to the learner. You answer one question: is this a moment at which the coach should say something unasked?

The message is a JSON object:
- current_phase: the step of the plan which the learner works on, with the files that belong to it; null where there is no plan yet. Without one, there is no wrong file and nothing to drift from.
- recent_actions: what happened last, the latest first, each with how long ago it was. buffer_summary and buffer_significant_change are typing: edits counts changes, char_delta is by how many characters the file grew or shrank.
- time_since_last_save, time_since_last_nudge: a duration such as 3m12s, or "never".
- dreyfus_stage: how far the learner has come, from novice to expert.
- user_idle: true once they have done nothing for five minutes.

Signals, of which you name the one that fits best:
- wrong_file: they edit a file that has nothing to do with the step, for more than a short look. Opening and reading other files is how one learns a project: that is no signal.
- scope_drift: what they change, over several actions, leads away from the step.
- idle: they have stopped, and it looks like being stuck rather than like reading.
- phase_complete: what the step asks for seems to be done, and they go on polishing, or do not see what comes next.
- edit_loop: the same place grows and shrinks again and again, or is saved over and over with little change.
- no_nudge: nothing of that.

Interrupting somebody who thinks costs more than staying silent once too often, and you are asked again soon. If in doubt, answer with should_nudge false and the signal no_nudge. Be a little readier for a novice or advanced_beginner; from competent on, only where something has clearly gone wrong. Weigh time_since_last_nudge: do not repeat yourself.

confidence is how sure you are that a nudge helps now, from 0 to 1; below 0.7 none is given. Keep reasoning to two sentences: it is for the log. In suggested_context, name files exactly as they are in the message, and use null for what you cannot tell from it. time_in_file is a duration such as 3m12s.

${UNTRUSTED}`;

/** Signals of spec story 10, and that there is none. */
export const responseSchema = z.object({
  should_nudge: z.boolean(),
  confidence: z.number().min(0).max(1).describe('How sure it is that a nudge helps now'),
  signal: z.enum(['wrong_file', 'scope_drift', 'idle', 'phase_complete', 'edit_loop', 'no_nudge']),
  reasoning: z.string().describe('For the log, in two sentences at most; the learner does not see it'),
  suggested_context: z
    .object({
      current_file: z.string().nullable().describe('The file they are in'),
      expected_file: z.string().nullable().describe('The file of the step that they would be expected in'),
      time_in_file: z.string().nullable().describe('How long they have been in it, such as 3m12s'),
      phase_description: z.string().nullable().describe('What the step is about'),
    })
    .describe('What the nudge is about'),
});
export type ObserverTriageResponse = z.infer<typeof responseSchema>;

/** What is known of the session at one moment (spec FR-137). */
export interface TriageContext {
  readonly current_phase: {
    readonly number: number;
    readonly title: string;
    readonly description: string;
    readonly expected_files: readonly string[];
  } | null;
  /** The latest first. */
  readonly recent_actions: readonly TriageAction[];
  readonly time_since_last_save: string;
  readonly time_since_last_nudge: string;
  readonly dreyfus_stage: string;
  readonly user_idle: boolean;
}

/** `ago` is for people: `3m12s ago`. `edits` and `char_delta`: of what was typed. */
export interface TriageAction {
  readonly type: string;
  readonly path?: string;
  readonly edits?: number;
  readonly char_delta?: number;
  readonly ago: string;
}

export function assembleUserMessage(context: TriageContext): string {
  return JSON.stringify(context);
}
