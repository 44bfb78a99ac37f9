import { type IncomingMessage, request } from 'node:http';
import {
  type Discovery,
  decode,
  decodeJson,
  errorBodySchema,
  type Outcome,
  parseJson,
  type StartResponse,
} from '@agent-factory/protocol';
import {
  COACH_ROUTES,
  type OpenProjectRequest,
  type OpenProjectResponse,
  openProjectResponseSchema,
} from '@agent-factory/protocol/coach';
import type * as z from 'zod';

/** Opening a folder takes milliseconds; starting an agent waits for its program, and on a busy machine for seconds. */
const TIMEOUT_MS = 30_000;
/** Answers have some kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Makes a folder known to the daemon, as its owner. `issues` has the daemon's own sentence, or why there is none. */
export function openProject(daemon: Discovery, wish: OpenProjectRequest): Promise<Outcome<OpenProjectResponse>> {
  return post(daemon, COACH_ROUTES.open.path, wish, openProjectResponseSchema);
}

/** Starts the session of a project with this agent, or joins the one there is, which a notice tells. */
export function startProject(daemon: Discovery, projectId: string, agent: string): Promise<Outcome<StartResponse>> {
  return post(daemon, COACH_ROUTES.start.path, { projectId, agent }, COACH_ROUTES.start.response);
}

async function post<T>(
  { port, token }: Discovery,
  path: string,
  body: object,
  schema: z.ZodType<T>,
): Promise<Outcome<T>> {
  try {
    const { status, text } = await send(`http://127.0.0.1:${port}${path}`, token, JSON.stringify(body));
    const parsed = parseJson(text);
    if (!parsed.ok)
      return { ok: false, issues: [`The practice server on port ${port} answers with status ${status}.`] };
    if (status === 200) return decode(schema, parsed.value);
    const refused = decodeJson(errorBodySchema, text);
    return { ok: false, issues: [refused.ok ? refused.value.message : `It answers with status ${status}.`] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, issues: [`The practice server on port ${port} does not answer: ${reason}.`] };
  }
}

function send(url: string, token: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers, agent: false, signal }, (answer) => {
      read(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject);
    });
    outgoing.on('error', reject).end(body);
  });
}

async function read(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
