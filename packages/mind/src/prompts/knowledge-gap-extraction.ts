import * as z from 'zod';
import { UNTRUSTED } from './untrusted.js';

export const SYSTEM_PROMPT = `A learner has just worked on a software project with a coach beside them. You read the traces of that session and find out what they do not know yet, so that they can practise it.

The message is a JSON object:
- action_log: what happened, the oldest first: files opened and saved, how much was typed where, explanations and reviews asked for, hints and nudges given.
- phases: the steps of their plan, how far each has come and with how much help.
- existing_gaps: what was found in earlier sessions, and how often it has shown.

A gap is an idea that they visibly lacked: the same place edited over and over, explanations asked for again, a phase that went on only with the most detailed hints, or not at all. One slip is no gap, and neither is a long pause. Where the traces show nothing, answer with empty lists: that is the usual case after a session that went well.

- knowledge_gaps: topic: the idea, in two to five words; where it is one of existing_gaps, exactly the same words. evidence: what in the traces shows it, with names of files and numbers; nothing that you suppose. severity: "high" if it stops them, "medium" if it slows them down, "low" if it only shows. related_concepts: ideas next to it.
- kata_specs: at most one small exercise for each gap, in the same order as the gaps, which takes a quarter of an hour and stands by itself. title: it names the topic. description: to the learner: what to write, and what it does with which input. scaffolding_code: a beginning that runs, without any of the solution. test_cases: how a reviewer tells that it is right; the learner never sees them. constraints: rules that make it harder, the easiest first, each a sentence. follow_up_constraint: the hardest one, for who has done all of it, or null.
- session_summary: phases_completed, total_time_minutes, hints_used and independent_completions, counted from the traces.

${UNTRUSTED}`;

export const responseSchema = z.object({
  knowledge_gaps: z.array(
    z.object({
      topic: z.string(),
      evidence: z.string().describe('What in the traces shows it'),
      severity: z.enum(['low', 'medium', 'high']),
      related_concepts: z.array(z.string()),
    }),
  ),
  kata_specs: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      scaffolding_code: z.string(),
      test_cases: z.array(z.string()),
      constraints: z.array(z.string()),
      follow_up_constraint: z.string().nullable(),
    }),
  ),
  session_summary: z.object({
    phases_completed: z.number(),
    total_time_minutes: z.number(),
    hints_used: z.number(),
    independent_completions: z.number(),
  }),
});
export type KnowledgeGapExtractionResponse = z.infer<typeof responseSchema>;

/** Something that happened; `created_at` is ISO 8601 in UTC. */
export interface LoggedStep {
  readonly action_type: string;
  readonly data: unknown;
  readonly created_at: string;
}

export interface PhaseOutcome {
  readonly title: string;
  readonly status: string;
  readonly hint_level: string;
}

export function assembleUserMessage(
  actionLog: readonly LoggedStep[],
  phases: readonly PhaseOutcome[],
  existingGaps: readonly { readonly topic: string; readonly frequency: number }[],
): string {
  return JSON.stringify({
    action_log: actionLog,
    phases,
    existing_gaps: existingGaps.map(({ topic, frequency }) => ({ topic, frequency })),
  });
}
