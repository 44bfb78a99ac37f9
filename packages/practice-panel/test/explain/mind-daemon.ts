import { answerJson, readBody, serve, type TestServer } from '../support/http.js';
import { health } from '../support/samples.js';

export const ANSWER = {
  path: 'Terminal',
  explanation: 'It looked for a file.\n\nThere is <b>none</b>.',
  keyConcepts: ['Working directory', 'Exit status'],
  analogy: 'Like a book that the library does not have.',
  relatedFiles: ['agent.py'],
  phaseConnection: 'You run it in step 2.',
};

export const NO_KEY = { error: 'model_unavailable', reason: 'no_key', message: 'There is no key. Set one.' };

interface Asked {
  readonly body: unknown;
  /** Whoever asked has gone. */
  readonly gone: Promise<void>;
}

export interface MindDaemon extends TestServer {
  answer: { status: number; body: unknown };
  /** An answer waits for it. */
  answering: Promise<void>;
  wouldDo: string;
  readonly asked: Asked[];
  /** `METHOD path` of every request to the coach. */
  readonly requests: string[];
  /** The next question, once it has come. */
  question(): Promise<Asked>;
}

/** The part of a daemon that explains. */
export async function startMindDaemon(): Promise<MindDaemon> {
  const waiting: ((asked: Asked) => void)[] = [];
  const server = await serve(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', 'content-type, accept');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url === '/health') return answerJson(response, health());
    if (!request.url?.startsWith('/coach/')) return answerJson(response, { error: 'not_found', message: '' }, 404);
    daemon.requests.push(`${request.method} ${request.url}`);
    if (request.method === 'GET') return answerJson(response, statusOf(daemon.wouldDo));
    const gone = new Promise<void>((resolve) => response.on('close', resolve));
    const asked = { body: await readBody(request), gone };
    daemon.asked.push(asked);
    for (const next of waiting.splice(0)) next(asked);
    await daemon.answering;
    answerJson(response, daemon.answer.body, daemon.answer.status);
  });
  const daemon: MindDaemon = Object.assign(server, {
    answer: { status: 200, body: ANSWER as unknown },
    answering: Promise.resolve(),
    wouldDo: 'Explains what you mark.',
    asked: [],
    requests: [],
    question: () => new Promise<Asked>((resolve) => waiting.push(resolve)),
  });
  return daemon;
}

function statusOf(explanation: string) {
  const part = { enabled: true, works: false, explanation };
  const names = ['pipeline', 'wrap_up', 'memory', 'observer', 'explain', 'review', 'issues', 'materials'];
  const model = { id: 'm', inputUsdPerMillion: 1, outputUsdPerMillion: 1, lookedUp: '2026-01-01' };
  return {
    route: 'auto',
    reached: null,
    advice: 'Set a key.',
    parts: Object.fromEntries(names.map((name) => [name, part])),
    budget: { dayUsd: 1, sessionUsd: 1, spentTodayUsd: 0, spentSessionUsd: 0, observerLastHourUsd: 0 },
    models: { haiku: model, sonnet: model },
    memory: { kept: 'here', available: true },
  };
}
