import {
  decode,
  type ExerciseProgress,
  exerciseProgressSchema,
  MAX_PROGRESS_ENTRIES,
  type ProgressDocument,
  progressDocumentSchema,
} from '@agent-factory/protocol';
import type { Request } from 'express';
import { z } from 'zod';
import { breathe } from '../system/breathe.js';
import { invalidRequest, readBody } from './request-body.js';

/** Everything but the exercises themselves. */
const outlineSchema = z.object({
  ...progressDocumentSchema.shape,
  exercises: z.array(z.unknown()).max(MAX_PROGRESS_ENTRIES),
});

/**
 * The document of an import against its schema, exercise by exercise: the largest would hold everybody up otherwise.
 * Throws as `readBody` does, at the first exercise that is wrong.
 */
export async function readDocument(request: Request): Promise<ProgressDocument> {
  const { exercises, ...head } = readBody(request, outlineSchema);
  const read: ExerciseProgress[] = [];
  for (const [index, found] of exercises.entries()) {
    const outcome = decode(exerciseProgressSchema, found);
    if (!outcome.ok) throw invalidRequest(outcome.issues.map((issue) => `exercises.${index}.${issue}`));
    read.push(outcome.value);
    await breathe();
  }
  return { ...head, exercises: read };
}
