import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { memory } from '../../../src/client/browser/memory.js';
import { ExerciseJourney } from '../../../src/client/journey/journey.js';
import type { JourneyState } from '../../../src/client/journey/state.js';
import { StageBoard } from '../../../src/client/stages/stage-board.js';
import type { GridSize } from '../../../src/client/terminal/terminal-connection.js';
import { createPracticeClient, journeyOf } from '../../../src/index.js';
import { settle } from '../../support/connections.js';
import { eventually } from '../../support/eventually.js';
import { startPracticeDaemon } from '../../support/practice-daemon.js';
import { exercise, started } from '../../support/samples.js';
import { installWebSocket, TerminalDaemon } from '../../support/terminal-daemon.js';

beforeAll(installWebSocket);

type OpenPhase = Extract<JourneyState['phase'], { name: 'open' }>;

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const grid = { cols: 91, rows: 47 };
const leaving: (() => void)[] = [];

function begin(serverUrl: string, measureGrid?: () => GridSize | undefined): ExerciseJourney {
  const journey = journeyOf(createPracticeClient({ ...site, serverUrl }).server, exercise);
  leaving.push(journey.activate(measureGrid));
  return journey;
}

async function opened(journey: ExerciseJourney): Promise<OpenPhase> {
  await eventually(() => expect(journey.getSnapshot().phase.name).toBe('open'));
  return journey.getSnapshot().phase as OpenPhase;
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
      ['but not where notices take room', { status: 'created', last: grid, measured: grid, notices: [NOTICE] }],
    ] as const)('%s', async (_, { status, last, measured, ...rest }) => {
      const notices = 'notices' in rest ? rest.notices : [];
      if (last !== undefined) memory.rememberGrid(last);
      await using terminals = await TerminalDaemon.start();
      await using daemon = await startPracticeDaemon({
        start: { status: 200, body: started({ wsUrl: terminals.url, status, notices: [...notices] }) },
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

  describe('asks for all else', () => {
    /** One that nobody follows events for, so that nobody else asks for anything. */
    async function open() {
      const terminals = await TerminalDaemon.start();
      const daemon = await startPracticeDaemon({ start: { status: 200, body: started({ wsUrl: terminals.url }) } });
      const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
      const journey = new ExerciseJourney(exercise, server);
      const begun = journey.begin();
      // Time stands still meanwhile.
      while (journey.getSnapshot().phase.name !== 'open') await settle();
      const { phase } = journey.getSnapshot();
      if (phase.name !== 'open') throw new Error('It is not open');
      const asked = () => daemon.requests.filter((request) => /^GET \/(exercises|events)/.test(request));
      const close = async () => {
        phase.terminal.close();
        await begun;
        await terminals[Symbol.asyncDispose]();
        await daemon[Symbol.asyncDispose]();
      };
      return { journey, begun, terminals, terminal: phase.terminal, asked, [Symbol.asyncDispose]: close };
    }
    const ALL = ['GET /events', 'GET /exercises', 'GET /exercises/sessions'];
    const names = (requests: readonly string[]) => requests.map((request) => request.replace(/\?.*/, '')).toSorted();

    it('once the terminal is attached', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await using opened = await open();
      opened.terminal.open(grid);
      const peer = await opened.terminals.peer();
      await settle();
      expect(opened.asked()).toEqual([]);
      peer.send({ type: 'attached', role: 'writer', ...grid });
      await opened.begun;
      vi.useRealTimers();
      await eventually(() => expect(names(opened.asked())).toEqual(ALL));
    });

    it('after half a second where nobody shows the terminal', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await using opened = await open();
      await vi.advanceTimersByTimeAsync(499);
      await settle();
      expect(opened.asked()).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      vi.useRealTimers();
      await eventually(() => expect(names(opened.asked())).toEqual(ALL));
    });

    it('not where the student goes on to something else meanwhile', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await using opened = await open();
      opened.journey.activate()();
      await settle();
      const before = opened.asked();
      await vi.advanceTimersByTimeAsync(500);
      vi.useRealTimers();
      await opened.begun;
      expect(opened.asked()).toEqual(before);
    });
  });

  it('comes before what the events let the page ask for', async () => {
    await using terminals = await TerminalDaemon.start();
    await using daemon = await startPracticeDaemon({ start: { status: 200, body: started({ wsUrl: terminals.url }) } });
    const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
    await server.connect();
    const board = new StageBoard(exercise.id, server);
    const asked = () => daemon.requests.filter((request) => /^GET \/(exercises|events\?latest)/.test(request));
    const journey = journeyOf(server, exercise);
    leaving.push(journey.activate(), board.follow([]));
    const { terminal } = await opened(journey);
    await eventually(() => expect(daemon.events.readers).toBe(1));
    terminal.open(grid);
    const peer = await terminals.peer();
    await settle();
    expect(asked()).toEqual([]);
    peer.send({ type: 'attached', role: 'writer', ...grid });
    await eventually(() => expect(asked().join()).toMatch(/stages/));
    expect(asked().join()).toMatch(/exercises.*sessions/);
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
