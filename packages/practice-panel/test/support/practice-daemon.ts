import type { ServerResponse } from 'node:http';
import { type Health, NDJSON, type SessionSummary, type VerificationResult } from '@agent-factory/protocol';
import type { ProgressDocument } from '@agent-factory/protocol/progress';
import type { WatchStreamRow } from '@agent-factory/protocol/watch';
import { EventsOfDaemon } from './events-of-daemon.js';
import { answerJson, readBody, serve, type TestServer } from './http.js';
import { exercise, health, progress, session, started, summary, widths } from './samples.js';

/** What the daemon answers; tests change it as they go. */
export interface Answers {
  health: Health;
  start: { status: number; body: unknown };
  verify: VerificationResult;
  reset: { status: number; body: unknown };
  /** Also what is no answer at all. */
  widths: unknown;
  exercises: unknown[];
  source: 'content' | 'cache';
  hint: { status: number; body: unknown };
  solution: { status: number; body: unknown };
  progress: ProgressDocument;
  importProgress: { status: number; body: unknown };
  sessions: SessionSummary[];
  finish: { status: number; body: unknown };
  agents: unknown;
  stages: { status: number; body: unknown };
  course: { status: number; body: unknown };
  switchAgent: { status: number; body: unknown };
  explain: { status: number; body: unknown };
  /** The answer to a switch waits for it. */
  switching: Promise<void> | undefined;
}

export interface PracticeDaemon extends TestServer {
  readonly answers: Answers;
  /** `METHOD path` of every request but preflights, in their order. */
  readonly requests: string[];
  /** What was asked of `POST /exercises/start`, in its order. */
  readonly starts: unknown[];
  /** Bodies of all POST requests, as they came. */
  readonly bodies: { readonly path: string | undefined; readonly body: unknown }[];
  /** Sends a row to every page that watches. */
  tellWatchers(row: WatchStreamRow): void;
  /** Pages that watch now. */
  watchers(): number;
  /** Breaks off every watch, as a daemon that dies does. */
  dropWatchers(): void;
  /** The log of events. */
  readonly events: EventsOfDaemon;
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
    source: 'content',
    hint: { status: 200, body: undefined },
    solution: { status: 200, body: undefined },
    progress: progress(),
    importProgress: { status: 200, body: { added: 1, merged: 2, unchanged: 3 } },
    sessions: [session(exercise.id)],
    finish: { status: 200, body: { status: 'finished', message: 'The session has ended.' } },
    agents: undefined,
    stages: { status: 404, body: { error: 'not_found', message: 'No such route.' } },
    course: { status: 404, body: { error: 'not_found', message: 'No such route.' } },
    switchAgent: { status: 200, body: started() },
    explain: { status: 404, body: { error: 'not_found', message: 'No such route.' } },
    switching: undefined,
    ...changes,
  };
  const requests: string[] = [];
  const starts: unknown[] = [];
  const bodies: { path: string | undefined; body: unknown }[] = [];
  const events = new EventsOfDaemon();
  const watching = new Set<ServerResponse>();
  const server = await serve(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', 'content-type, accept');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    requests.push(`${request.method} ${request.url}`);
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    if (request.method === 'POST') bodies.push({ path: request.url, body });
    if (request.url === '/exercises/start') starts.push(body);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://daemon');
    switch (pathname) {
      case '/events':
        return events.serve(searchParams, response);
      case '/health':
        return answerJson(response, answers.health);
      case '/exercises':
        return answerJson(response, { source: answers.source, exercises: answers.exercises });
      case '/exercises/sessions':
        return answerJson(response, { sessions: answers.sessions });
      case '/terminal/widths':
        return answerJson(response, answers.widths);
      case '/exercises/start':
        return answerJson(response, answers.start.body, answers.start.status);
      case '/exercises/reset':
        return answerJson(response, answers.reset.body, answers.reset.status);
      case '/exercises/finish':
        return answerJson(response, answers.finish.body, answers.finish.status);
      case '/agents':
      case '/agents/choose':
        return answerJson(response, answers.agents);
      case '/agents/switch':
        await answers.switching;
        return answerJson(response, answers.switchAgent.body, answers.switchAgent.status);
      case '/coach/explain':
        return answerJson(response, answers.explain.body, answers.explain.status);
      case '/exercises/hint':
        return answerJson(response, answers.hint.body, answers.hint.status);
      case '/exercises/solution':
        return answerJson(response, answers.solution.body, answers.solution.status);
      case '/exercises/watch':
        watching.add(response);
        response.on('close', () => watching.delete(response));
        response.writeHead(200, { 'Content-Type': NDJSON });
        return void response.write(`${JSON.stringify({ type: 'began', changed: [] })}\n`);
      case '/progress':
        return answerJson(response, answers.progress);
      case `/exercises/${exercise.id}/stages`:
        return answerJson(response, answers.stages.body, answers.stages.status);
      case '/progress/course':
        return answerJson(response, answers.course.body, answers.course.status);
      case '/progress/import':
        return answerJson(response, answers.importProgress.body, answers.importProgress.status);
      case '/progress/reset':
        return answerJson(response, { status: 'reset', exercises: 1 });
      case '/exercises/verify':
        response.setHeader('Content-Type', NDJSON);
        return void response.end(`${JSON.stringify({ type: 'result', result: answers.verify })}\n`);
      default:
        return answerJson(response, { error: 'not_found', message: 'No such route.' }, 404);
    }
  });
  return Object.assign(server, {
    answers,
    requests,
    starts,
    bodies,
    events,
    tellWatchers(row: WatchStreamRow) {
      for (const response of watching) response.write(`${JSON.stringify(row)}\n`);
    },
    watchers: () => watching.size,
    dropWatchers() {
      for (const response of watching) response.destroy();
    },
  });
}
