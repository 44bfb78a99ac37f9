import { decode, type ExerciseId, exerciseIdSchema, jsonExcess, PracticeError } from '@agent-factory/protocol';
import type { Request } from 'express';
import type { z } from 'zod';
import { invalidRequest } from '../system/invalid-request.js';

/** The body of a request against its schema; throws the typed error that says what is wrong with it. */
export function readBody<T>(request: Request, schema: z.ZodType<T>): T {
  if (request.is('application/json') !== 'application/json') {
    throw new PracticeError('unsupported_media_type', 'Send the body as JSON, with "Content-Type: application/json".');
  }
  const outcome = decode(schema, request.body);
  if (outcome.ok) return outcome.value;
  throw invalidRequest(outcome.issues);
}

/** Looks at a body before it is parsed. Throws `invalid_request` where it is deeper than any of ours. */
export function refuseDeepBody(_request: unknown, _response: unknown, body: Buffer): void {
  // What counts is ASCII, which is the same here and far cheaper to read.
  const excess = jsonExcess(body.toString('latin1'));
  if (excess !== undefined) throw invalidRequest([excess]);
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
