import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { newestRun } from './scripts.js';

/** What a program of this machine is told that has no secret of a run, or a wrong one. */
export interface Answer {
  /** Method, path, and what was sent along. */
  readonly asked: string;
  readonly status: number;
  /** Headers and body. */
  readonly text: string;
}

/** In everything that they send: it is to reach nobody. */
export const WORDS = 'Let me in.';

const JSON_TYPE = { 'content-type': 'application/json' };
const PASSED = JSON.stringify({
  kind: 'answer',
  answer: { status: 'completed', currentStep: 'The end', summary: WORDS },
  fired: [],
  commands: [],
});
const NOTES = JSON.stringify({ kind: 'notes', notes: WORDS, unresolvable: false, cut: false });
const ASKS_MODEL = JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: WORDS }] });
const WEBSOCKET = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
};

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** All that a run listens to. */
const REQUESTS: readonly Request[] = [
  { method: 'GET', path: '/api/status' },
  { method: 'GET', path: '/api/run' },
  { method: 'GET', path: '/tutorial/tutorial.md' },
  { method: 'GET', path: '/ws/observe', headers: WEBSOCKET },
  { method: 'POST', path: '/api/student/result', headers: JSON_TYPE, body: PASSED },
  { method: 'POST', path: '/api/mentor/result', headers: JSON_TYPE, body: NOTES },
  { method: 'POST', path: '/api/stop' },
  { method: 'POST', path: '/model/anthropic/v1/messages', headers: JSON_TYPE, body: ASKS_MODEL },
  { method: 'POST', path: '/model/openai/v1/responses', headers: JSON_TYPE, body: ASKS_MODEL },
];

const WRONG = 'f'.repeat(64);
/** A name of another site may point to this machine: that is the last. */
const WAYS = [
  {},
  { authorization: `Bearer ${WRONG}` },
  { 'x-api-key': `smile-${WRONG}` },
  { cookie: `smile_observer=${WRONG}` },
  { host: 'evil.example' },
] as const;

/** Asks for everything in every way. `folder` is the author's, whose run goes on. */
export async function strangersAt(folder: string): Promise<Answer[]> {
  const file = await readFile(join(await newestRun(folder), 'observer.json'), 'utf8');
  const { port } = JSON.parse(file) as { port: number };
  const answers: Answer[] = [];
  for (const one of REQUESTS) for (const way of WAYS) answers.push(await ask(port, one, way));
  return answers;
}

async function ask(port: number, { method, path, headers, body }: Request, way: object): Promise<Answer> {
  const asking = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, ...way } });
  asking.end(body);
  const [answer] = (await Promise.race([once(asking, 'response'), once(asking, 'upgrade')])) as [IncomingMessage];
  const { statusCode: status = 0 } = answer;
  let text = JSON.stringify(answer.headers);
  // A socket that was let in would never end.
  if (status !== 101) for await (const chunk of answer) text += String(chunk);
  asking.destroy();
  return { asked: `${method} ${path} ${Object.keys(way)}`, status, text };
}
