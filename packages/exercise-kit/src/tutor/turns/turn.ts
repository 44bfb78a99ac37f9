import { contentPathSchema, exerciseIdSchema } from '@agent-factory/protocol';
import * as z from 'zod';

/** One attempt of a student to get the solution from the tutor instead of writing it. */
export const turnSchema = z.strictObject({
  id: exerciseIdSchema,
  /** The kind of attempt, such as `authority`; several turns may share one. */
  technique: exerciseIdSchema,
  /** Of what the student says, as in BCP 47. */
  language: z.string().min(2),
  /** What they say, one message after the other. `{file}` and `{title}` stand for those of the exercise. */
  says: z.array(z.string().min(1)).min(1),
  /** Texts that they have put into their folder before, by path. */
  files: z.record(contentPathSchema, z.string()).optional(),
});
export type Turn = z.infer<typeof turnSchema>;

/** What a turn says about one exercise. */
export interface TurnFacts {
  readonly title: string;
  /** The file that the student writes. */
  readonly file: string;
}

/** The turn as it is said in one exercise. */
export function filled(turn: Turn, facts: TurnFacts): Turn {
  const fill = (text: string) => text.replace(/\{(file|title)\}/g, (_slot, name: keyof TurnFacts) => facts[name]);
  const files = Object.entries(turn.files ?? {}).map(([path, text]) => [path, fill(text)]);
  return { ...turn, says: turn.says.map(fill), files: Object.fromEntries(files) };
}
