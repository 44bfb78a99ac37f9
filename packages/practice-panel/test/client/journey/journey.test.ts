import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { memory } from '../../../src/client/browser/memory.js';
import type { ExerciseJourney } from '../../../src/client/journey/journey.js';
import type { GridSize } from '../../../src/client/terminal/terminal-connection.js';
import { createPracticeClient, journeyOf } from '../../../src/index.js';
import { settle } from '../../support/connections.js';
import { eventually } from '../../support/eventually.js';
import { startPracticeDaemon } from '../../support/practice-daemon.js';
import { exercise, started } from '../../support/samples.js';
import { installWebSocket, TerminalDaemon } from '../../support/terminal-daemon.js';

beforeAll(installWebSocket);

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const grid = { cols: 91, rows: 47 };
const leaving: (() => void)[] = [];

function begin(serverUrl: string, measureGrid?: () => GridSize | undefined): ExerciseJourney {
  const journey = journeyOf(createPracticeClient({ ...site, serverUrl }).server, exercise);
  leaving.push(journey.activate(measureGrid));
  return journey;
}

afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

describe('the start of an exercise', () => {
  it('tells the daemon the size that the terminal is going to have', async () => {
    await using daemon = await startPracticeDaemon();
    begin(daemon.url, () => grid);
    await eventually(() => expect(daemon.starts).toHaveLength(1));
    expect(daemon.starts[0]).toMatchObject({ exerciseId: exercise.id, size: grid });
  });

  it.each([
    ['is not known', () => undefined],
    ['nobody measures', undefined],
  ])('goes ahead without a size that %s', async (_, measureGrid) => {
    await using daemon = await startPracticeDaemon();
    begin(daemon.url, measureGrid);
    await eventually(() => expect(daemon.starts).toHaveLength(1));
    expect(daemon.starts[0]).toEqual({ exerciseId: exercise.id, lessonPath: exercise.lessonPath });
  });

  it('asks a daemon at once that the page has found well', async () => {
    await using daemon = await startPracticeDaemon();
    const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
    await server.connect();
    daemon.requests.splice(0);
    const journey = journeyOf(server, exercise);
    leaving.push(journey.activate());
    await eventually(() => expect(journey.getSnapshot().phase.name).toBe('open'));
    expect(daemon.requests).not.toContain('GET /health');
  });

  it('connects to the terminal before it is on the page', async () => {
    await using terminals = await TerminalDaemon.start();
    await using daemon = await startPracticeDaemon({ start: { status: 200, body: started({ wsUrl: terminals.url }) } });
    begin(daemon.url, undefined);
    const peer = await terminals.peer();
    expect(peer.frames).toEqual([]);
  });

  describe('attaches the terminal before it is on the page', () => {
    const kept = new Map<string, string>();
    beforeEach(() => {
      kept.clear();
      const getItem = (key: string) => kept.get(key) ?? null;
      vi.stubGlobal('sessionStorage', { getItem, setItem: (key: string, value: string) => kept.set(key, value) });
    });
    afterEach(() => vi.unstubAllGlobals());

    it.each([
      ['where it was begun at that size', { status: 'created', last: undefined, measured: grid, says: grid }],
      ['where the last had that size', { status: 'resumed', last: grid, measured: grid, says: grid }],
      ['but not where the last had another', { status: 'resumed', last: { cols: 91, rows: 45 }, measured: grid }],
      ['but not where there was none', { status: 'resumed', last: undefined, measured: grid }],
      ['but not where nobody knows its size', { status: 'created', last: grid, measured: undefined }],
    ] as const)('%s', async (_, { status, last, measured, ...rest }) => {
      if (last !== undefined) memory.rememberGrid(last);
      await using terminals = await TerminalDaemon.start();
      await using daemon = await startPracticeDaemon({
        start: { status: 200, body: started({ wsUrl: terminals.url, status }) },
      });
      begin(daemon.url, () => measured);
      const peer = await terminals.peer();
      await settle();
      expect(peer.frames).toEqual('says' in rest ? [{ type: 'resize', ...rest.says }] : []);
    });
  });

  it('asks where exercises stand once the terminal is attached', async () => {
    await using terminals = await TerminalDaemon.start();
    await using daemon = await startPracticeDaemon({ start: { status: 200, body: started({ wsUrl: terminals.url }) } });
    const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
    await server.connect();
    const journey = journeyOf(server, exercise);
    leaving.push(journey.activate());
    await eventually(() => expect(journey.getSnapshot().phase.name).toBe('open'));
    daemon.requests.splice(0);
    const { phase } = journey.getSnapshot();
    if (phase.name !== 'open') throw new Error('It is not open');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    phase.terminal.open(grid);
    const peer = await terminals.peer();
    await settle();
    expect(daemon.requests).not.toContain('GET /exercises');
    peer.send({ type: 'attached', role: 'writer', ...grid });
    await settle();
    vi.useRealTimers();
    await eventually(() => expect(daemon.requests).toContain('GET /exercises'));
  });

  it('looks for a daemon again that has ended since it was found', async () => {
    const daemon = await startPracticeDaemon();
    const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
    await server.connect();
    await daemon[Symbol.asyncDispose]();
    const journey = journeyOf(server, exercise);
    leaving.push(journey.activate());
    const need = { kind: 'server_missing' };
    await eventually(() => expect(journey.getSnapshot().phase).toMatchObject({ name: 'setup', need }));
    expect(server.getSnapshot().connection.status).toBe('unreachable');
  });

  it('looks for a daemon that it has found, but not well', async () => {
    await using daemon = await startPracticeDaemon();
    daemon.answers.health = { ...daemon.answers.health, healthy: false };
    const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
    await server.connect();
    daemon.answers.health = { ...daemon.answers.health, healthy: true };
    const journey = journeyOf(server, exercise);
    leaving.push(journey.activate());
    await eventually(() => expect(journey.getSnapshot().phase.name).toBe('open'));
    expect(daemon.requests.filter((request) => request === 'GET /health')).toHaveLength(2);
  });
});
