import type { ClientError, RestOutcome } from '@agent-factory/practice-panel';
import { decode, errorBodySchema, parseJson, type Route } from '@agent-factory/protocol';

/** Makes requests, as `fetch` does. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One request to a route of the daemon. `path` has its parameters filled in. */
export interface Call<T> {
  readonly route: Pick<Route, 'method'> & { readonly response: SchemaOf<T> };
  readonly path: string;
  readonly body?: object;
}

type SchemaOf<T> = Parameters<typeof decode<T>>[0];

/** Sends a request and reads its answer; an answer with an error status is the error it carries. Never throws. */
export function send<T>(request: Fetch, serverUrl: string, call: Call<T>): Promise<RestOutcome<T>> {
  return answerTo(request, serverUrl + call.path, call, (response) => readAs(response, call.route.response));
}

/** Sends a request whose answer is kept as it is. Never throws. */
export function sendForFile(request: Fetch, serverUrl: string, call: Call<unknown>): Promise<RestOutcome<Blob>> {
  return answerTo(request, serverUrl + call.path, call, async (response) => ({
    ok: true,
    value: await response.blob(),
  }));
}

async function answerTo<T>(
  request: Fetch,
  url: string,
  { route, body }: Call<unknown>,
  read: (response: Response) => Promise<RestOutcome<T>>,
): Promise<RestOutcome<T>> {
  try {
    const response = await request(url, {
      method: route.method,
      cache: 'no-store',
      // The daemon's own page is known by its cookie. Other pages have none to send, and are known by their origin.
      credentials: 'same-origin',
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    return response.ok ? await read(response) : await readError(response);
  } catch {
    return failed('unreachable', 'The practice server does not answer.'); // `fetch` rejects for all of its failures alike
  }
}

async function readError(response: Response): Promise<RestOutcome<never>> {
  const body = await readAs(response, errorBodySchema);
  return body.ok ? { ok: false, error: body.value } : body;
}

async function readAs<T>(response: Response, schema: SchemaOf<T>): Promise<RestOutcome<T>> {
  const parsed = parseJson(await response.text());
  const outcome = parsed.ok ? decode(schema, parsed.value) : parsed;
  if (outcome.ok) return outcome;
  const issues = outcome.issues.join('; ');
  return failed('unexpected_answer', `The server’s answer is invalid (status ${response.status}): ${issues}`);
}

function failed(error: 'unreachable' | 'unexpected_answer', message: string): { ok: false; error: ClientError } {
  return { ok: false, error: { error, message } };
}
