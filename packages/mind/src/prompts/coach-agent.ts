import * as z from 'zod';
import { UNTRUSTED } from './untrusted.js';

export const SYSTEM_PROMPT = `You turn the plan for a change in a software project into a course for one learner, who is going to write every line of it themselves. A tutor in a terminal then goes through your phases with them; what you write is shown to the learner beside their editor.

The message is a JSON object:
- plan: how the change is to be done, in Markdown.
- dreyfus_stage: how skilled the learner is in this, after Dreyfus and Dreyfus.
- relevant_memories: what earlier sessions with this learner have shown, why it matters now and what to do with it. It may be empty.

Make phases that build on each other. Each ends with something that the learner can see working, and asks for one new idea at most. Size and help depend on the stage:
- novice, advanced_beginner: small steps, with the file and the lines where each begins.
- competent: a phase is a part of the work. Say what to reach and where to look, and let them choose the way.
- proficient, expert: few phases. Name the goal, what constrains it and where the traps are.

For each phase:
- number: counted from 1. title: a few words that say what is done.
- description: to the learner, as "you": what to do, why it comes now, and how they will know that it works. Ask questions that lead to the idea. Never give the code, nor the finished answer in words.
- expected_files: the files which they will have to change, as paths relative to the project. Only those that the plan names, or that are new by it.
- hint_level: how much to show at first: "none", "file", "region" or "line".
- hints: file_hints let files glow ("suggested", "important", "critical"). line_hints mark lines of files that are there already, with their first and last line and a text that is shown on demand: "hint" for help, "focus" for where to work, "warning" for a trap. Leave out what you would have to guess.
- knowledge_gap_opportunities: ideas which this phase is a chance to learn.

memory_connection: if one of relevant_memories truly helps, one sentence to the learner that builds on it; otherwise null, and always null where there are none.
estimated_difficulty: how hard the whole is for this learner, not for an average one.

${UNTRUSTED}`;

export const responseSchema = z.object({
  phases: z.array(
    z.object({
      number: z.number().describe('Counted from 1'),
      title: z.string(),
      description: z.string().describe('To the learner: what to do, why, and how they see that it works'),
      expected_files: z.array(z.string()),
      hint_level: z.enum(['none', 'file', 'region', 'line']),
      hints: z.object({
        file_hints: z.array(z.object({ path: z.string(), style: z.enum(['suggested', 'important', 'critical']) })),
        line_hints: z.array(
          z.object({
            path: z.string(),
            start: z.number().describe('The first line, counted from 1'),
            end: z.number().describe('The last line'),
            style: z.enum(['hint', 'focus', 'warning']),
            hover_text: z.string(),
          }),
        ),
      }),
      knowledge_gap_opportunities: z.array(z.string()),
    }),
  ),
  memory_connection: z.string().nullable().describe('What an earlier session has to do with it, or null'),
  estimated_difficulty: z.enum(['beginner', 'intermediate', 'advanced']),
});
export type CoachAgentResponse = z.infer<typeof responseSchema>;

/** A memory that the coach is given. */
export interface RelevantMemory {
  readonly content: string;
  readonly connection: string;
  readonly use_in_coaching: string;
}

/** The plan is whole, however long: who hands it over has limits of their own (spec EC-54). */
export function assembleUserMessage(
  planText: string,
  dreyfusStage: string,
  relevantMemories: readonly RelevantMemory[],
): string {
  return JSON.stringify({
    plan: planText,
    dreyfus_stage: dreyfusStage,
    relevant_memories: relevantMemories.map(({ content, connection, use_in_coaching }) => ({
      content,
      connection,
      use_in_coaching,
    })),
  });
}
