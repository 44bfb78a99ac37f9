import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ExerciseJourney } from '../../src/client/journey/journey.js';
import type { TerminalConnection } from '../../src/client/terminal/terminal-connection.js';
import { createPracticeClient, journeyOf } from '../../src/index.js';
import { eventually } from '../support/eventually.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, started } from '../support/samples.js';
import { stateOf } from '../support/states.js';
import { installWebSocket, TerminalDaemon } from '../support/terminal-daemon.js';

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const size = { cols: 91, rows: 47 };
const leaving: (() => void)[] = [];

beforeAll(installWebSocket);
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

/** An exercise at whose terminal the student works; `answer` lets the answer to a switch come. */
async function practise() {
  const terminal = await TerminalDaemon.start();
  let answer = () => {};
  const switching = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const daemon = await startPracticeDaemon({
    start: { status: 200, body: started({ wsUrl: terminal.url }) },
    switchAgent: { status: 200, body: started({ wsUrl: `${terminal.url}2`, agent: 'codex' }) },
    switching,
  });
  const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
  const journey = journeyOf(server, exercise);
  leaving.push(journey.activate(() => size));
  await eventually(() => expect(journey.getSnapshot().phase.name).toBe('open'));
  const former = terminalOf(journey);
  former.open(size);
  const peer = await terminal.peer();
  peer.send({ type: 'attached', role: 'writer', ...size });
  await stateOf(former, 'attached');
  return {
    ...{ journey, server, daemon, terminal, former, peer, answer },
    /** Requests that were sent after one another, and are answered by now. */
    async settle(): Promise<void> {
      await server.connect();
      await server.refresh();
    },
    asked: (path: string) => daemon.requests.filter((request) => request === `POST ${path}`).length,
    async [Symbol.asyncDispose](): Promise<void> {
      answer();
      for (const leave of leaving.splice(0)) leave();
      await terminal[Symbol.asyncDispose]();
      await daemon[Symbol.asyncDispose]();
    },
  };
}

function terminalOf(journey: ExerciseJourney): TerminalConnection {
  const { phase } = journey.getSnapshot();
  if (phase.name !== 'open') throw new Error(`It is ${phase.name}`);
  return phase.terminal;
}

describe('a switch to another agent', () => {
  it('is asked for once, however often the student does, and with the size of the terminal', async () => {
    await using page = await practise();
    const switches = [page.journey.switchAgent('codex'), page.journey.switchAgent('codex')];
    expect(page.journey.getSnapshot().task).toBe('switch');
    page.answer();
    await Promise.all(switches);
    const asked = page.daemon.bodies.filter(({ path }) => path === '/agents/switch').map(({ body }) => body);
    expect(asked).toEqual([{ exerciseId: exercise.id, agent: 'codex', confirmed: true, size }]);
  });

  it('leaves the terminal of the former agent, which is nobody’s any more', async () => {
    await using page = await practise();
    const closed = once(page.peer.socket, 'close');
    page.answer();
    await page.journey.switchAgent('codex');
    await closed;
    expect(page.former.getSnapshot().status).toBe('idle');
    expect(terminalOf(page.journey)).not.toBe(page.former);
  });

  it('alone says where the session is: that the former one has ended starts no other', async () => {
    await using page = await practise();
    const switched = page.journey.switchAgent('codex');
    page.peer.send({ type: 'session_ended', reason: 'switched' });
    await eventually(() => expect(page.former.getSnapshot().status).not.toBe('attached'));
    await page.settle();
    expect(page.asked('/exercises/start')).toBe(1);
    page.answer();
    await switched;
    await page.settle();
    expect([page.asked('/agents/switch'), page.asked('/exercises/start')]).toEqual([1, 1]);
    expect(terminalOf(page.journey).url).toMatch(/ticket=t2$/);
  });

  it('that fails leaves the terminal as it is, and can be asked for again', async () => {
    await using page = await practise();
    page.daemon.answers.switchAgent = { status: 503, body: { error: 'dependency_missing', message: 'Not found.' } };
    page.answer();
    await page.journey.switchAgent('codex');
    expect(page.journey.getSnapshot()).toMatchObject({ task: 'none', notices: [{ id: 'switch_failed' }] });
    expect([terminalOf(page.journey), page.former.getSnapshot().status]).toEqual([page.former, 'attached']);
    page.daemon.answers.switchAgent = { status: 200, body: started({ wsUrl: `${page.terminal.url}2` }) };
    await page.journey.switchAgent('codex');
    expect(page.journey.getSnapshot().notices).toEqual([]);
  });
});
