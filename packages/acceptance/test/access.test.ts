import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { errorBodySchema, exercisesResponseSchema, healthSchema } from '@agent-factory/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PracticeDaemon } from '../src/daemon.js';
import { newStudent, type Student } from '../src/student.js';

const EXERCISES = fileURLToPath(new URL('../../../exercises/dist', import.meta.url));
const START = { exerciseId: 'ch34-first-agent', agent: 'shell' };
const FRIENDLY = 'http://localhost:3000';
const HOSTILE = 'http://evil.example';

let student: Student;
let daemon: PracticeDaemon;
let terminal: string;

beforeAll(async () => {
  student = await newStudent({ agents: [] });
  daemon = await PracticeDaemon.start({ student, content: EXERCISES, flags: ['--agent', 'shell'] });
  const started = await send('/exercises/start', { body: START, headers: { origin: FRIENDLY } });
  terminal = new URL((JSON.parse(started.body) as { wsUrl: string }).wsUrl).search;
});

afterAll(async () => {
  await daemon[Symbol.asyncDispose]();
  await student[Symbol.asyncDispose]();
});

interface Sent {
  body?: object;
  headers?: Record<string, string>;
}

/** A request as a program writes it: fetch would not send a foreign Host. */
function send(
  path: string,
  { body, headers = {} }: Sent = {},
): Promise<{ status: number; body: string; cors: unknown }> {
  const method = body ? 'POST' : 'GET';
  const all = { ...(body && { 'content-type': 'application/json' }), ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(`${daemon.url}${path}`, { method, headers: all }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: text, cors: response.headers['access-control-allow-origin'] });
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

/** Opens a terminal and gives what came of it: `open`, or the HTTP status of the refusal, or the close code. */
function openTerminal(headers: Record<string, string>, ticket = terminal): Promise<string | number> {
  const socket = new WebSocket(`${daemon.terminalUrl('af-ch34-first-agent')}${ticket}`, { headers });
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => socket.send(JSON.stringify({ type: 'resize', cols: 80, rows: 24 })));
    socket.on('close', (code) => resolve(code));
    socket.on('error', reject);
    socket.on('message', (data, isBinary) => {
      if (!isBinary && !String(data).includes('"attached"')) return;
      resolve('open');
      socket.terminate();
    });
  });
}

const codeOf = (body: string) => errorBodySchema.parse(JSON.parse(body)).error;

describe('the daemon as programs and pages meet it', () => {
  it('answers a plain curl about its health and its exercises [practice-environment 2.1 health]', async () => {
    const health = await send('/health');
    expect(healthSchema.parse(JSON.parse(health.body))).toMatchObject({ name: 'practice-server', port: daemon.port });
    const { exercises } = exercisesResponseSchema.parse(JSON.parse((await send('/exercises')).body));
    expect(exercises.find(({ id }) => id === START.exerciseId)).toMatchObject({ status: 'running' });
  });

  it('answers about its health within the target of spec §2.1 [practice-environment 2.1 health]', async () => {
    const times: number[] = [];
    for (let round = 0; round < 21; round += 1) {
      const askedAt = performance.now();
      await send('/health');
      times.push(performance.now() - askedAt);
    }
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(50);
  });

  it.each(['/health', '/exercises', '/exercises/sessions'])(
    'refuses a foreign Host at %s [practice-environment 2.3 origin-validation]',
    async (path) => {
      const answer = await send(path, { headers: { host: 'evil.example' } });
      expect(answer.status).toBe(403);
      expect(codeOf(answer.body)).toBe('host_forbidden');
    },
  );

  it('refuses an unlisted Origin and gives it no CORS headers [practice-environment 2.3 cors]', async () => {
    const answer = await send('/exercises/start', { body: START, headers: { origin: HOSTILE } });
    expect(answer).toMatchObject({ status: 403, cors: undefined });
    expect(codeOf(answer.body)).toBe('origin_forbidden');
    expect(await send('/health', { headers: { origin: FRIENDLY } })).toMatchObject({ status: 200, cors: FRIENDLY });
  });

  it('changes nothing for a program without the token, and obeys one that has it [practice-environment 2.3 session-token]', async () => {
    for (const path of ['/exercises/start', '/exercises/verify', '/exercises/reset', '/exercises/finish']) {
      expect(codeOf((await send(path, { body: START })).body)).toBe('unauthorized');
    }
    const headers = { authorization: `Bearer ${daemon.token}` };
    expect(await send('/exercises/start', { body: START, headers })).toMatchObject({ status: 200 });
  });

  it('opens a terminal only for a friendly page with the ticket [practice-environment 2.3 origin-validation] [practice-environment 2.3 session-token]', async () => {
    expect(await openTerminal({ origin: FRIENDLY })).toBe('open');
    expect(await openTerminal({ origin: HOSTILE })).toBe(403);
    expect(await openTerminal({ origin: FRIENDLY, host: 'evil.example' })).toBe(403);
    expect(await openTerminal({})).toBe(401);
    expect(await openTerminal({ origin: FRIENDLY }, '?ticket=guessed')).toBe(4001);
  });

  it.each(['../../etc', 'CH34', 'a b', `${'a'.repeat(10_000)}`, 'x;id'])(
    'refuses the odd id %j [practice-environment 2.3 command-injection]',
    async (exerciseId) => {
      const answer = await send('/exercises/start', { body: { exerciseId }, headers: { origin: FRIENDLY } });
      expect(answer.status).toBe(400);
    },
  );
});
