import { decode, MAX_PROGRESS_ENTRIES } from '@agent-factory/protocol';
import {
  type ExerciseProgress,
  exerciseProgressSchema,
  type ProgressDocument,
  progressDocumentSchema,
} from '@agent-factory/protocol/progress';
import * as z from 'zod';
import { breathe } from '../system/breathe.js';
import { invalidRequest } from '../system/invalid-request.js';

/** Everything but the exercises themselves. */
export const documentOutlineSchema = z.object({
  ...progressDocumentSchema.shape,
  exercises: z.array(z.unknown()).max(MAX_PROGRESS_ENTRIES),
});

/**
 * Parses the document of an import by its schema, exercise by exercise: in one go, the largest would block everyone.
 * Throws `invalid_request` at the first exercise that is wrong.
 */
export async function readDocument({
  exercises,
  ...head
}: z.infer<typeof documentOutlineSchema>): Promise<ProgressDocument> {
  const read: ExerciseProgress[] = [];
  for (const [index, found] of exercises.entries()) {
    const outcome = decode(exerciseProgressSchema, found);
    if (!outcome.ok) throw invalidRequest(outcome.issues.map((issue) => `exercises.${index}.${issue}`));
    read.push(outcome.value);
    await breathe();
  }
  return { ...head, exercises: read };
}
