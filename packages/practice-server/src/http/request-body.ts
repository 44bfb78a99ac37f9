import { decode, type ExerciseId, exerciseIdSchema, jsonExcess, PracticeError } from '@agent-factory/protocol';
import { isFolderId, type ProjectId } from '@agent-factory/protocol/coach';
import type { Request } from 'express';
import type * as z from 'zod';
import { invalidRequest } from '../system/invalid-request.js';

/** Parses the body of a request by its schema; throws a typed error that says what is wrong with it. */
export function readBody<T>(request: Request, schema: z.ZodType<T>): T {
  if (request.is('application/json') !== 'application/json') {
    throw new PracticeError('unsupported_media_type', 'Send the body as JSON, with "Content-Type: application/json".');
  }
  const outcome = decode(schema, request.body);
  if (outcome.ok) return outcome.value;
  throw invalidRequest(outcome.issues);
}

/** The query of a request, checked against its schema. Throws `invalid_request`. */
export function readQuery<T>(request: Request, schema: z.ZodType<T>): T {
  const outcome = decode(schema, request.query);
  if (outcome.ok) return outcome.value;
  throw invalidRequest(outcome.issues);
}

/** Looks at a body before it is parsed. Throws `invalid_request` if it is nested deeper than any of ours. */
export function refuseDeepBody(_request: unknown, _response: unknown, body: Buffer): void {
  // Only ASCII characters count; they are the same in latin1, which is far cheaper to decode.
  const excess = jsonExcess(body.toString('latin1'));
  if (excess !== undefined) throw invalidRequest([excess]);
}

/** Checks the id of an exercise before anything else happens with it. */
export function readExerciseId(id: string): ExerciseId {
  const exerciseId = readProjectId(id);
  if (!isFolderId(exerciseId)) return exerciseId;
  throw new PracticeError(
    'not_an_exercise',
    'This is a folder of your own: it has no checks, no hints and no reset, and lesson sites cannot open it.',
  );
}

/** The same, where it may be the id of a folder, too. */
export function readProjectId(id: string): ProjectId {
  const parsed = exerciseIdSchema.safeParse(id);
  if (parsed.success) return parsed.data;
  throw new PracticeError(
    'invalid_exercise_id',
    'An exercise id has lower-case letters, digits and hyphens, 64 at most.',
  );
}
