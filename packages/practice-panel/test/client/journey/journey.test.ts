import type { StartResponse } from '@agent-factory/protocol';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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
    const NOTICE = { code: 'not_signed_in' as const, message: 'Sign in.', commands: ['claude login'] };
    const UPDATE = { from: '1.0.0', to: '1.1.0', updated: ['README.md'], added: [], removed: [], kept: [] };
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
      [
        'but not where it had the same number of rows',
        { status: 'resumed', last: { cols: 90, rows: 47 }, measured: grid },
      ],
      [
        'but not where its sides were divided otherwise',
        { status: 'resumed', last: { cols: 914, rows: 7 }, measured: grid },
      ],
      ['but not where nobody knows its size', { status: 'created', last: grid, measured: undefined }],
      [
        'but not where notices take room',
        { status: 'created', last: grid, measured: grid, body: { notices: [NOTICE] } },
      ],
      [
        'but not where news of its files does',
        { status: 'resumed', last: grid, measured: grid, body: { update: UPDATE } },
      ],
      [
        'but not where the word that it uses the network does',
        { status: 'created', last: grid, measured: grid, body: { outline: { ...started().outline, network: true } } },
      ],
    ] as const)('%s', async (_, { status, last, measured, ...rest }) => {
      const body = 'body' in rest ? rest.body : {};
      if (last !== undefined) memory.rememberGrid(last);
      await using terminals = await TerminalDaemon.start();
      await using daemon = await startPracticeDaemon({
        start: {
          status: 200,
          body: started({ wsUrl: terminals.url, status, ...structuredClone<Partial<StartResponse>>(body) }),
        },
      });
      begin(daemon.url, () => measured);
      const peer = await terminals.peer();
      await settle();
      expect(peer.frames).toEqual('says' in rest ? [{ type: 'resize', ...rest.says }] : []);
    });
  });

  it('attaches no terminal early at another size than its session was begun at', async () => {
    await using terminals = await TerminalDaemon.start();
    await using daemon = await startPracticeDaemon({ start: { status: 200, body: started({ wsUrl: terminals.url }) } });
    const measured = [grid, { cols: 91, rows: 20 }];
    begin(daemon.url, () => measured.shift());
    expect((await terminals.peer()).path).not.toContain('cols');
    expect(daemon.starts[0]).toMatchObject({ size: grid });
  });

  it('relies on no size where the browser blocks its storage', async () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked });
    await using terminals = await TerminalDaemon.start();
    await using daemon = await startPracticeDaemon({
      start: { status: 200, body: started({ wsUrl: terminals.url, status: 'resumed' }) },
    });
    begin(daemon.url, () => grid);
    expect((await terminals.peer()).path).not.toContain('cols');
    vi.unstubAllGlobals();
  });

  it('has begun to connect before the page draws that it is open', async () => {
    await using terminals = await TerminalDaemon.start();
    await using daemon = await startPracticeDaemon({ start: { status: 200, body: started({ wsUrl: terminals.url }) } });
    let made = 0;
    // A class and no spy: a spy that is restored takes the methods of what it made along.
    vi.stubGlobal(
      'WebSocket',
      class extends WebSocket {
        constructor(url: string, protocols?: string | string[]) {
          super(url, protocols);
          made += 1;
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const journey = begin(daemon.url);
    const before: number[] = [];
    journey.subscribe(() => {
      if (journey.getSnapshot().phase.name === 'open') before.push(made);
    });
    await eventually(() => expect(before[0]).toBe(1));
  });

  it('is open also where the browser allows no connection to the terminal', async () => {
    vi.stubGlobal(
      'WebSocket',
      class {
        constructor() {
          throw new DOMException('insecure', 'SecurityError');
        }
      },
    );
    await using daemon = await startPracticeDaemon();
    const journey = begin(daemon.url);
    await eventually(() => expect(journey.getSnapshot().phase.name).toBe('open'));
    vi.unstubAllGlobals();
    installWebSocket();
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
