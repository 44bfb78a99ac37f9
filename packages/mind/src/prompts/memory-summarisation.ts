import * as z from 'zod';
import { UNTRUSTED } from './untrusted.js';

export const SYSTEM_PROMPT = `You keep the notes of a coach. A session with a learner is over; you write down what the coach should remember when the same learner comes back, in a week or in a year, with something that may be quite different.

The message is a JSON object:
- transcript: what happened, as the tutor has put it together. It may be cut in the middle, or empty.
- issue: what was worked on.
- phases: the steps that were finished.
- gaps: what the learner turned out not to know.

Each note holds one thing: what they built, what they understood and by what, where they got stuck and what helped, or what they can do without help. Write it so that it makes sense alone and is found again by its words: name the idea, the language and the kind of problem. One or two sentences about "the learner". No code, no praise, no secrets or personal details, nothing that the project's own files tell anyway.

- memories: at most ten; fewer are better, and none if nothing is worth it. content: the note. tags: a few words by which to find it. importance: "high" if it should change how they are coached, "low" if it is only good to know.

${UNTRUSTED}`;

export const responseSchema = z.object({
  memories: z.array(
    z.object({
      content: z.string().describe('The note'),
      tags: z.array(z.string()),
      importance: z.enum(['low', 'medium', 'high']),
    }),
  ),
});
export type MemorySummarisationResponse = z.infer<typeof responseSchema>;

export function assembleUserMessage(
  sessionTranscript: string,
  issueTitle: string,
  phasesCompleted: readonly { readonly title: string; readonly description: string }[],
  knowledgeGaps: readonly { readonly topic: string; readonly severity: string }[],
): string {
  return JSON.stringify({
    transcript: sessionTranscript,
    issue: issueTitle,
    phases: phasesCompleted.map(({ title, description }) => ({ title, description })),
    gaps: knowledgeGaps.map(({ topic, severity }) => ({ topic, severity })),
  });
}
