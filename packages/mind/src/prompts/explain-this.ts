import type { Range } from '@agent-factory/protocol/coach';
import type { ExplainRequest, Stage } from '@agent-factory/protocol/mind';
import * as z from 'zod';
import { UNTRUSTED } from './untrusted.js';

/** Where the stage of the learner is put. */
const STAGE = '{{stage}}';

/** With a place for the stage, which `systemPromptFor` fills. */
export const SYSTEM_PROMPT = `You explain one piece of code, output or text to one learner. They have marked it in their editor, their terminal or a lesson, and read your answer beside it. There is no conversation: they cannot ask back, so the answer has to stand by itself.

The learner's stage of skill (Dreyfus and Dreyfus), as far as it is known: ${STAGE}
Write for exactly that stage:
- novice or advanced_beginner: everyday words and short sentences. Go through the parts one after the other, and say of every term what it means when it first comes. A comparison with something outside of computing often helps.
- competent: the usual technical terms, without definitions. Skip what they can read for themselves; tell why it is done in this way, and what would go wrong without it.
- proficient or expert: a few dense sentences. How it works underneath, what it costs, where it breaks, and what part it plays in the design of the whole.

The message is a JSON object:
- source, path, language, range: where it was marked.
- selected_text: what was marked. If it is empty, explain what stands at that place, by its surroundings.
- surrounding_context: what stands around it, for you to understand it. Explain the marked part, not all of this.
- current_phase: the step of their plan which the learner works on, or null.

What you answer:
- explanation: plain text with paragraphs; name things as they are named in the code.
- key_concepts: the ideas to look up next, each in a few words; at most eight.
- analogy: one comparison, or null where none makes it clearer.
- related_files: other files of the project that the marked part visibly uses or is used by, as in its imports, with paths relative to the project's folder; null if you see none. Do not guess.
- phase_connection: one or two sentences on what the marked part has to do with current_phase, or null without a phase or a connection.

Explain what is there. Do not rewrite it, do not complete it, and do not do the learner's step for them: they learn by writing it themselves. Where the text does not tell you something, say that you cannot know it from here.

${UNTRUSTED}`;

export const responseSchema = z.object({
  explanation: z.string().min(1).describe('What the marked part does and means, for this learner'),
  key_concepts: z.array(z.string()).describe('Ideas that it shows, each in a few words'),
  analogy: z.string().nullable().describe('A comparison that makes it clearer, or null'),
  related_files: z.array(z.string()).nullable().describe('Paths of files that it visibly has to do with, or null'),
  phase_connection: z.string().nullable().describe('What it has to do with the current phase, or null'),
});
export type ExplainThisResponse = z.infer<typeof responseSchema>;

/** The step of the plan that the learner works on. */
export interface PhaseContext {
  readonly number: number;
  readonly title: string;
  readonly description: string;
}

export function systemPromptFor(stage: Stage): string {
  return SYSTEM_PROMPT.replace(STAGE, stage);
}

/** Whole, however long: the request has its own limits (spec EC-81). */
export function assembleUserMessage(
  { source, path, language, range, selectedText, surroundingContext }: ExplainRequest,
  phase: PhaseContext | null,
): string {
  return JSON.stringify({
    source,
    path,
    language,
    range: range === undefined ? null : wordsFor(range),
    selected_text: selectedText,
    surrounding_context: surroundingContext,
    current_phase: phase,
  });
}

function wordsFor({ start, end }: Range): string {
  return `${start.line}:${start.column} to ${end.line}:${end.column}`;
}
