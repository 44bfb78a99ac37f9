import {
  type Criterion,
  type ExercisesResponse,
  exerciseRequestSchema,
  NDJSON,
  type SessionSummary,
  type SessionsResponse,
  startRequestSchema,
  type VerifyStreamRow,
  verifyQuerySchema,
} from '@agent-factory/protocol';
import { isFolderId } from '@agent-factory/protocol/coach';
import type { RequestHandler, Response } from 'express';
import { seesFolders } from '../access/folders-seen.js';
import type { Sessions } from '../sessions/sessions.js';
import type { VerifyOptions } from '../sessions/verify.js';
import { callerOf } from './caller.js';
import { readBody, readExerciseId, readQuery } from './request-body.js';
import { abandonment } from './streams/abandonment.js';
import { streamRows } from './streams/stream-rows.js';

/** `GET /exercises`. */
export function exercisesRoute(sessions: Sessions): RequestHandler {
  return async (_request, response: Response<ExercisesResponse>) => {
    response.json(await sessions.listExercises());
  };
}

/** `GET /exercises/sessions`. */
export function sessionsRoute(sessions: Sessions): RequestHandler {
  return async (_request, response: Response<SessionsResponse>) => {
    const all = await sessions.list();
    const isShown = seesFolders(callerOf(response)) ? () => true : isOfExercise;
    response.json({ sessions: all.filter(isShown) });
  };
}

function isOfExercise({ exerciseId }: SessionSummary): boolean {
  return !isFolderId(exerciseId);
}

/** `POST /exercises/start`. */
export function startRoute(sessions: Sessions): RequestHandler {
  return async (request, response) => {
    const { exerciseId, agent, size } = readBody(request, startRequestSchema);
    response.json(await sessions.start({ exerciseId: readExerciseId(exerciseId), agent, size }));
  };
}

/** `POST /exercises/reset`. */
export function resetRoute(sessions: Sessions): RequestHandler {
  return async (request, response) => {
    response.json(await sessions.reset(exerciseIdIn(request)));
  };
}

/** `POST /exercises/finish`. */
export function finishRoute(sessions: Sessions): RequestHandler {
  return async (request, response) => {
    response.json(await sessions.finish(exerciseIdIn(request)));
  };
}

/** `POST /exercises/verify`: one JSON object or, if the client accepts that, one line per row as it is decided. */
export function verifyRoute(sessions: Sessions): RequestHandler {
  return async (request, response) => {
    const exerciseId = exerciseIdIn(request);
    const query = readQuery(request, verifyQuerySchema);
    if (request.accepts(['json', NDJSON]) === NDJSON) await streamVerification(sessions, exerciseId, query, response);
    else response.json(await sessions.verify(exerciseId, { ...query, signal: abandonment(response) }));
  };
}

function streamVerification(
  sessions: Sessions,
  exerciseId: string,
  query: Pick<VerifyOptions, 'checkId'>,
  response: Response,
): Promise<void> {
  return streamRows<VerifyStreamRow>(response, async (write, signal) => {
    const onCriterion = (criterion: Criterion) => write({ type: 'criterion', criterion });
    write({ type: 'result', result: await sessions.verify(exerciseId, { ...query, onCriterion, signal }) });
  });
}

function exerciseIdIn(request: Parameters<RequestHandler>[0]): string {
  return readExerciseId(readBody(request, exerciseRequestSchema).exerciseId);
}
