import { type Health, NDJSON, type SessionSummary, type VerificationResult } from '@agent-factory/protocol';
import { answerJson, readBody, serve, type TestServer } from './http.js';
import { exercise, health, session, started, summary, widths } from './samples.js';

/** What the daemon answers; tests change it as they go. */
export interface Answers {
  health: Health;
  start: { status: number; body: unknown };
  verify: VerificationResult;
  reset: { status: number; body: unknown };
  /** Also what is no answer at all. */
  widths: unknown;
  exercises: unknown[];
  sessions: SessionSummary[];
}

export interface PracticeDaemon extends TestServer {
  readonly answers: Answers;
  /** `METHOD path` of every request but preflights, in their order. */
  readonly requests: string[];
  /** What was asked of `POST /exercises/start`, in its order. */
  readonly starts: unknown[];
}

/** A real HTTP server with the daemon's routes, answering pages of any origin. */
export async function startPracticeDaemon(changes: Partial<Answers> = {}): Promise<PracticeDaemon> {
  const answers: Answers = {
    health: health(),
    start: { status: 200, body: started() },
    verify: { complete: false, status: 'failed', criteria: [], durationMs: 1 },
    reset: { status: 200, body: { status: 'reset', message: 'Reset.', archivedTo: '/archive/first' } },
    widths: widths(),
    exercises: [summary()],
    sessions: [session(exercise.id)],
    ...changes,
  };
  const requests: string[] = [];
  const starts: unknown[] = [];
  const server = await serve(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', 'content-type, accept');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    requests.push(`${request.method} ${request.url}`);
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    if (request.url === '/exercises/start') starts.push(body);
    switch (request.url) {
      case '/health':
        return answerJson(response, answers.health);
      case '/exercises':
        return answerJson(response, { source: 'content', exercises: answers.exercises });
      case '/exercises/sessions':
        return answerJson(response, { sessions: answers.sessions });
      case '/terminal/widths':
        return answerJson(response, answers.widths);
      case '/exercises/start':
        return answerJson(response, answers.start.body, answers.start.status);
      case '/exercises/reset':
        return answerJson(response, answers.reset.body, answers.reset.status);
      case '/exercises/finish':
        return answerJson(response, { status: 'finished', message: 'The session has ended.' });
      case '/exercises/verify':
        response.setHeader('Content-Type', NDJSON);
        return void response.end(`${JSON.stringify({ type: 'result', result: answers.verify })}\n`);
      default:
        return answerJson(response, { error: 'not_found', message: 'No such route.' }, 404);
    }
  });
  return Object.assign(server, { answers, requests, starts });
}
