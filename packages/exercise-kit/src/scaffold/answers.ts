import { difficultySchema, exerciseIdSchema, registryEntrySchema } from '@agent-factory/protocol';
import * as z from 'zod';

export const LANGUAGES = ['python', 'node'] as const;

/** What we have to know about an exercise before we can make it. */
export const answersSchema = z.object({
  id: exerciseIdSchema.min(1),
  title: registryEntrySchema.shape.title,
  /** A lesson's path below docs without extension, or `new`. */
  lesson: registryEntrySchema.shape.lessonPath,
  language: z.enum(LANGUAGES),
  difficulty: difficultySchema,
  minutes: z.coerce.number().pipe(registryEntrySchema.shape.estimatedMinutes),
});
export type Answers = z.infer<typeof answersSchema>;

/** The answers so far, given by flags. */
export type PartialAnswers = { [Name in keyof Answers]?: string | undefined };

/** In the order in which they are asked. An empty answer means `usual`. */
export const QUESTIONS: Record<keyof Answers, { question: string; usual?: string }> = {
  id: { question: 'Id, small letters, digits and hyphens, such as ch43-planning' },
  title: { question: 'Title' },
  lesson: { question: 'Lesson it belongs to, a path below docs, or new', usual: 'new' },
  language: { question: `Language: ${LANGUAGES.join(' or ')}`, usual: 'python' },
  difficulty: { question: `Difficulty: ${difficultySchema.options.join(', ')}`, usual: 'beginner' },
  minutes: { question: 'Minutes a student needs', usual: '30' },
};

export const FIELDS = Object.keys(QUESTIONS) as (keyof Answers)[];

/** What is wrong with an answer, or undefined if it is valid. */
export function problemWith(field: keyof Answers, text: string): string | undefined {
  const result = answersSchema.shape[field].safeParse(text);
  return result.success ? undefined : result.error.issues.map(({ message }) => message).join('; ');
}
