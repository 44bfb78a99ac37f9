import { STAGES } from '@agent-factory/protocol/mind';
import * as z from 'zod';
import { UNTRUSTED } from './untrusted.js';

export const SYSTEM_PROMPT = `You judge how skilled a learner is, area by area, on the five stages of Dreyfus and Dreyfus:
- novice: follows rules step by step, and is lost where none fits.
- advanced_beginner: knows situations again, and still needs to be told what matters.
- competent: plans, chooses, and answers for it.
- proficient: sees the whole, and knows what is off before they know why.
- expert: does what works without having to think of rules.

The message is a JSON object:
- accumulated_evidence: over how many sessions something was seen, whether help is needed more or less often, and the share that was finished. "all work" is everything together; the others are topics that were practised.
- current_assessments: what was judged before, and how surely (from 0 to 1).
- recent_session: what was finished in the last session, with how many hints, and how much of it alone.

One session is little: let it move what was judged before only if it clearly contradicts it, or fits into a row of others. From little evidence follows low confidence, not a low or a high stage. Judge only areas for which there is something here; list only what is new or has changed. An empty list is a good answer.

For each: skill_area: as it was named before, or a short common name such as "SQL joins". stage, and previous_stage: the one before, or null. confidence: from 0 to 1. evidence: what here shows it. recommendation: one sentence on how to coach at this stage.

${UNTRUSTED}`;

const stage = z.enum(STAGES);

export const responseSchema = z.object({
  assessments: z.array(
    z.object({
      skill_area: z.string(),
      stage,
      previous_stage: stage.nullable(),
      confidence: z.number().describe('From 0 to 1'),
      evidence: z.string().describe('What shows it'),
      recommendation: z.string().describe('How to coach at this stage'),
    }),
  ),
});
export type DreyfusAssessmentResponse = z.infer<typeof responseSchema>;

export interface Evidence {
  readonly skill_area: string;
  readonly sessions: number;
  /** `rising`, `steady`, `falling`, or `unknown`. */
  readonly hint_trend: string;
  /** From 0 to 1. */
  readonly completion_rate: number;
}

export function assembleUserMessage(
  accumulatedEvidence: readonly Evidence[],
  currentAssessments: readonly {
    readonly skill_area: string;
    readonly stage: string;
    readonly confidence: number;
  }[],
  recentSummary: {
    readonly phases_completed: number;
    readonly hints_used: number;
    readonly independent_completions: number;
  },
): string {
  return JSON.stringify({
    accumulated_evidence: accumulatedEvidence,
    current_assessments: currentAssessments,
    recent_session: recentSummary,
  });
}
