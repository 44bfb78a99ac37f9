import {
  type Criterion,
  type ExercisesResponse,
  errorBodySchema,
  type FinishResponse,
  NDJSON,
  type ResetResponse,
  ROUTES,
  type SessionsResponse,
  type StartRequest,
  type StartResponse,
  type VerificationResult,
  type WidthsResponse,
} from '@agent-factory/protocol';
import { type RestOutcome, unreachable } from './outcome.js';
import { readJson, type SchemaOf } from './read.js';
import { readVerification } from './verification.js';

/** One request to a route of the daemon. */
export interface Call<T> {
  readonly route: { readonly method: string; readonly path: string; readonly response: SchemaOf<T> };
  readonly body?: object;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Lists come from memory; an answer that takes longer than this is not coming. */
export const LIST_TIMEOUT_MS = 5000;

/** The daemon's routes as functions. None of them throws. */
export interface Rest {
  exercises(): Promise<RestOutcome<ExercisesResponse>>;
  sessions(): Promise<RestOutcome<SessionsResponse>>;
  start(request: StartRequest): Promise<RestOutcome<StartResponse>>;
  /** Takes a second if the daemon has not been asked before. */
  widths(): Promise<RestOutcome<WidthsResponse>>;
  reset(exerciseId: string): Promise<RestOutcome<ResetResponse>>;
  finish(exerciseId: string): Promise<RestOutcome<FinishResponse>>;
  /** Calls back with each criterion as it is decided; the result names them all again. Events name the check by its id. */
  verify(
    exerciseId: string,
    onCriterion: (row: Criterion) => void,
    checkId?: string,
  ): Promise<RestOutcome<VerificationResult>>;
  /** Calls a route of a capability. */
  call<T>(request: Call<T>): Promise<RestOutcome<T>>;
  /** The same for an answer that the caller reads as it arrives: by default, rows of JSON. */
  stream<T>(request: Call<T>, accept?: string): Promise<RestOutcome<Response>>;
}

export function createRest(baseUrl: string): Rest {
  return {
    exercises: () => call(baseUrl, { route: ROUTES.exercises, timeoutMs: LIST_TIMEOUT_MS }),
    sessions: () => call(baseUrl, { route: ROUTES.sessions, timeoutMs: LIST_TIMEOUT_MS }),
    start: (body) => call(baseUrl, { route: ROUTES.start, body }),
    widths: () => call(baseUrl, { route: ROUTES.widths }),
    reset: (exerciseId) => call(baseUrl, { route: ROUTES.reset, body: { exerciseId } }),
    finish: (exerciseId) => call(baseUrl, { route: ROUTES.finish, body: { exerciseId } }),
    async verify(exerciseId, onCriterion, checkId) {
      const query = checkId === undefined ? '' : `?checkId=${checkId}`;
      const route = { ...ROUTES.verify, path: ROUTES.verify.path + query };
      const response = await send(baseUrl, { route, body: { exerciseId } }, NDJSON);
      return response.ok ? readVerification(response.value, onCriterion) : response;
    },
    call: (request) => call(baseUrl, request),
    stream: (request, accept = NDJSON) => send(baseUrl, request, accept),
  };
}

/** Sends one request and reads its answer. Never throws. */
async function call<T>(baseUrl: string, request: Call<T>): Promise<RestOutcome<T>> {
  const response = await send(baseUrl, request);
  return response.ok ? readJson(response.value, request.route.response) : response;
}

/** Sends a request; answers with an error status come back as the error they carry. Never throws. */
export async function send<T>(baseUrl: string, request: Call<T>, accept?: string): Promise<RestOutcome<Response>> {
  const headers = {
    ...(request.body && { 'Content-Type': 'application/json' }),
    ...(accept && { Accept: accept }),
  };
  const signal = request.signal ?? (request.timeoutMs ? AbortSignal.timeout(request.timeoutMs) : undefined);
  try {
    const response = await fetch(baseUrl + request.route.path, {
      method: request.route.method,
      headers,
      cache: 'no-store',
      // Our cookie goes along where the page is the daemon's own, and nothing does anywhere else.
      credentials: 'same-origin',
      ...(request.body && { body: JSON.stringify(request.body) }),
      ...(signal && { signal }),
    });
    return response.ok ? { ok: true, value: response } : await readError(response);
  } catch {
    return unreachable(); // fetch rejects for every network failure alike
  }
}

async function readError(response: Response): Promise<RestOutcome<never>> {
  const body = await readJson(response, errorBodySchema);
  return body.ok ? { ok: false, error: body.value } : body;
}
