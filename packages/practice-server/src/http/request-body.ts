import { decode, type ExerciseId, exerciseIdSchema, PracticeError } from '@agent-factory/protocol';
import type { Request } from 'express';
import type { z } from 'zod';

/** The body of a request against its schema; throws the typed error that says what is wrong with it. */
export function readBody<T>(request: Request, schema: z.ZodType<T>): T {
  if (request.is('application/json') !== 'application/json') {
    throw new PracticeError('unsupported_media_type', 'Send the body as JSON, with "Content-Type: application/json".');
  }
  const outcome = decode(schema, request.body);
  if (outcome.ok) return outcome.value;
  throw new PracticeError('invalid_request', `The request is not valid: ${outcome.issues.join('; ')}.`, {
    issues: outcome.issues,
  });
}

/** Checked before anything else happens with an id. */
export function readExerciseId(id: string): ExerciseId {
  const parsed = exerciseIdSchema.safeParse(id);
  if (parsed.success) return parsed.data;
  throw new PracticeError(
    'invalid_exercise_id',
    'An exercise id has lower-case letters, digits and hyphens, 64 at most.',
  );
}
