import * as z from 'zod';
import { UNTRUSTED } from './untrusted.js';

export const SYSTEM_PROMPT = `A coach is about to help somebody with a piece of work in a software project. Out of the notes that were kept of their earlier sessions, a search has brought up some that look alike. You decide which of them the coach should have at hand.

The message is a JSON object: issue_summary says what the work is about, plan_summary how it is to be done, and candidate_memories are the notes, each with what is known of it.

Keep a note only if the coach would act differently for knowing it: the same idea comes up again, the learner has shown that they can do it, or they got stuck on it. A word in common is not enough. If in doubt, leave it out; an empty list is a good answer.

- relevant_memories: the notes to keep, the most useful first. content: the note, copied letter by letter. relevance: "direct" if it is about the very thing that this work needs, "related" if about something close to it, "contextual" if it only tells how this learner works. connection: one sentence on what it has to do with this work. use_in_coaching: one sentence on what the coach can do with it.
- discarded: the others, copied in the same way, each with its reason in a few words.

${UNTRUSTED}`;

export const responseSchema = z.object({
  relevant_memories: z.array(
    z.object({
      content: z.string().describe('The note, copied letter by letter'),
      relevance: z.enum(['direct', 'related', 'contextual']),
      connection: z.string().describe('What it has to do with this work'),
      use_in_coaching: z.string().describe('What the coach can do with it'),
    }),
  ),
  discarded: z.array(z.object({ content: z.string(), reason: z.string() })),
});
export type MemoryRetrievalFilterResponse = z.infer<typeof responseSchema>;

/** A memory as it was found. */
export interface CandidateMemory {
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export function assembleUserMessage(
  issueSummary: string,
  planText: string,
  rawMemories: readonly CandidateMemory[],
): string {
  return JSON.stringify({
    issue_summary: issueSummary,
    plan_summary: planText,
    candidate_memories: rawMemories.map(({ content, metadata }) => ({ content, metadata })),
  });
}
