import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startServer } from '../../src/api/server.js';
import type { LoopState } from '../../src/contract/loop-state.js';
import type { ObserveEvent } from '../../src/contract/observe-events.js';
import type { Run } from '../../src/loop/store/run.js';
import { createRun } from '../../src/loop/store/runs.js';
import { followRun } from '../../src/page/run/follow.js';
import { SECRET, TOKEN } from '../api/served.js';
import { temporary } from '../loop/scripted.js';

const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` };
let origin = '';

/** What a browser gives the page: an address, and the cookie with each request. */
beforeEach(() => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, options: RequestInit) =>
    fetch(new URL(path, origin), { ...options, headers: AUTHORIZATION }),
  );
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(url: URL) {
        super(url, { headers: AUTHORIZATION });
        // A browser says it by closing.
        this.on('error', () => {});
      }
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

interface Going {
  readonly run: Run;
  state: LoopState;
}

async function going(home: string): Promise<Going> {
  const { run, state } = await createRun(home, { target: 'a.md', config: {}, versions: {} }, Date.now());
  await mkdir(join(run.folder, 'tutorial'));
  await writeFile(join(run.folder, 'tutorial', 'a.md'), '# Begin');
  return { run, state };
}

async function serving(loop: Going, port = 0) {
  const server = await startServer({
    ...{ secret: SECRET, observerToken: TOKEN, port, runFolder: loop.run.folder },
    ...{ onStudentResult: () => true, onMentorResult: () => true, stop() {} },
    status: () => loop.state,
  });
  origin = `http://127.0.0.1:${server.port}/`;
  vi.stubGlobal('location', { href: origin });
  const tell = async (event: ObserveEvent) => {
    const { seq } = await loop.run.appendEvent(event, Date.now());
    server.publish(event, seq);
  };
  return { port: server.port, tell, close: () => server.close(), [Symbol.asyncDispose]: () => server.close() };
}

/** Follows as the page does; `messages` are those of all errors that it knows of by now. */
function follow() {
  const told = { messages: [] as string[], connections: [] as boolean[], problem: '', recorded: false };
  const note = (event: ObserveEvent) => {
    if (event.type === 'error') told.messages.push(event.message);
  };
  const stop = followRun({
    onRun(run) {
      told.messages = [];
      told.recorded = run.recorded;
      for (const { event } of run.events) note(event);
    },
    onEvent: note,
    onConnected: (isConnected) => told.connections.push(isConnected),
    onProblem(message) {
      told.problem = message;
    },
  });
  return { told, [Symbol.dispose]: stop };
}

const trouble = (message: string): ObserveEvent => ({ type: 'error', message });

it('misses nothing and hears nothing twice, also when the loop was gone for a while', async () => {
  await using home = await temporary();
  const loop = await going(home.path);
  await loop.run.appendEvent(trouble('before'), Date.now());
  const first = await serving(loop);
  using page = follow();
  await expect.poll(() => page.told.connections).toEqual([true]);
  await first.tell(trouble('seen'));
  await expect.poll(() => page.told.messages).toEqual(['before', 'seen']);
  await first.close();
  await expect.poll(() => page.told.connections).toEqual([true, false]);
  await loop.run.appendEvent(trouble('missed'), Date.now());
  await using second = await serving(loop, first.port);
  await expect.poll(() => page.told.connections.at(-1)).toBe(true);
  await second.tell(trouble('later'));
  await expect.poll(() => page.told.messages).toEqual(['before', 'seen', 'missed', 'later']);
  await loop.run.close();
});

it('reads the run once more at its end, and then lets go', async () => {
  await using home = await temporary();
  const loop = await going(home.path);
  await using server = await serving(loop);
  using page = follow();
  await expect.poll(() => page.told.connections).toEqual([true]);
  const finalResult = { outcome: 'passed', summary: 'Good.' } as const;
  loop.state = { ...loop.state, phase: 'done', status: 'completed', finalResult };
  await loop.run.save(loop.state);
  await server.tell({ type: 'loop_complete', status: 'completed', ...finalResult, iterations: 1 });
  await expect.poll(() => page.told.recorded).toBe(true);
  await server.close();
  await loop.run.close();
  expect(page.told).toMatchObject({ connections: [true], problem: '' });
});

it('says what to do when the link is not valid any more', async () => {
  await using home = await temporary();
  const loop = await going(home.path);
  await using _server = await serving(loop);
  AUTHORIZATION.authorization = 'Bearer another';
  try {
    using page = follow();
    await expect.poll(() => page.told.problem).toMatch(/not valid any more/);
  } finally {
    AUTHORIZATION.authorization = `Bearer ${TOKEN}`;
  }
  await loop.run.close();
});
