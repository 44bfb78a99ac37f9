import { once } from 'node:events';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import { type LoopServer, type ServerOptions, startServer } from '../../src/api/server.js';
import type { LoopState } from '../../src/contract/loop-state.js';
import type { ObserveEvent } from '../../src/contract/observe-events.js';

export const SECRET = 'secret-of-the-wrapper';
export const TOKEN = 'token-of-the-observer';

export const STATE: LoopState = {
  version: 1,
  runId: '20260202T100000000-00000000',
  iteration: 1,
  phase: 'student',
  status: 'running',
  startTime: '2026-02-02T10:00:00.000Z',
  elapsedMs: 0,
  mentorNotes: [],
  history: [],
  finalResult: null,
};

export function serve(options: Partial<ServerOptions> = {}): Promise<LoopServer> {
  return startServer({
    secret: SECRET,
    observerToken: TOKEN,
    onStudentResult: () => true,
    onMentorResult: () => true,
    status: () => STATE,
    stop: () => {},
    ...options,
  });
}

export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly host?: string;
}

/** Asks as any program could, with whatever headers. */
export async function ask(port: number, asked: Asked = {}) {
  const { method = 'GET', path = '/', headers = {}, body, host = '127.0.0.1' } = asked;
  const sent = request({ host, port, method, path, headers, agent: false });
  // The other side may answer and leave before it has read all.
  sent.on('error', () => {});
  sent.end(body);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  const { statusCode, headers: received } = response;
  return {
    status: statusCode as number,
    headers: received as Record<string, string>,
    text,
    json: () => JSON.parse(text),
  };
}

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** One who watches, with all it was told. */
export class Watcher {
  readonly socket: WebSocket;
  readonly told: Array<{ at: number; event: ObserveEvent }> = [];
  #waiting: Array<() => void> = [];

  constructor(port: number, query = `?token=${TOKEN}`, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws/observe${query}`, { headers });
    this.socket.on('message', (data) => {
      this.told.push({ at: performance.now(), event: JSON.parse(String(data)) });
      for (const check of this.#waiting) check();
    });
    this.socket.on('error', () => {});
  }

  get types(): string[] {
    return this.told.map(({ event }) => event.type);
  }

  until(isEnough: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (isEnough()) resolve();
      };
      this.#waiting.push(check);
      check();
    });
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}
