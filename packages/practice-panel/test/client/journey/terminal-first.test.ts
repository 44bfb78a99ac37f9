import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventsOf } from '../../../src/client/events/events-of.js';
import { ExerciseJourney } from '../../../src/client/journey/journey.js';
import { StageBoard } from '../../../src/client/stages/stage-board.js';
import { createPracticeClient, journeyOf } from '../../../src/index.js';
import { settle } from '../../support/connections.js';
import { eventually } from '../../support/eventually.js';
import { startPracticeDaemon } from '../../support/practice-daemon.js';
import { exercise, started, summary } from '../../support/samples.js';
import { installWebSocket, TerminalDaemon } from '../../support/terminal-daemon.js';

beforeAll(installWebSocket);

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const grid = { cols: 91, rows: 47 };
const leaving: (() => void)[] = [];

async function opened(journey: ExerciseJourney) {
  await eventually(() => expect(journey.getSnapshot().phase.name).toBe('open'));
  const { phase } = journey.getSnapshot();
  if (phase.name !== 'open') throw new Error('It is not open');
  return phase;
}

afterEach(() => {
  vi.useRealTimers();
  for (const leave of leaving.splice(0)) leave();
});

describe('the start of an exercise asks for all else', () => {
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

describe('the terminal comes before what the events let the page ask for', () => {
  /** What is asked for besides the start and the events themselves. */
  const OTHERS = /^GET \/(exercises|events\?latest)/;

  it.each([
    ['where the daemon was found before', true],
    ['where the student has waited for what was missing', false],
  ])('%s', async (_, isWell) => {
    await using terminals = await TerminalDaemon.start();
    await using daemon = await startPracticeDaemon({ start: { status: 200, body: started({ wsUrl: terminals.url }) } });
    daemon.answers.health = { ...daemon.answers.health, healthy: isWell };
    const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
    await server.connect();
    const board = new StageBoard(exercise.id, server);
    const asked = () => daemon.requests.filter((request) => OTHERS.test(request)).join();
    const journey = journeyOf(server, exercise);
    leaving.push(journey.activate(), ...(isWell ? [board.follow([])] : []));
    await eventually(() => expect(daemon.events.readers).toBe(1));
    if (!isWell) {
      await eventually(() => expect(journey.getSnapshot().phase.name).toBe('setup'));
      await eventually(() => expect(asked()).toMatch(/exercises/));
      daemon.requests.splice(0);
      daemon.answers.health = { ...daemon.answers.health, healthy: true };
      await server.connect();
    }
    const { terminal } = await opened(journey);
    if (!isWell) leaving.push(board.follow([]));
    terminal.open(grid);
    const peer = await terminals.peer();
    await settle();
    expect(asked()).toBe('');
    peer.send({ type: 'attached', role: 'writer', ...grid });
    await eventually(() => expect(asked()).toMatch(/stages/));
    expect(asked()).toMatch(/exercises.*sessions/);
  });

  it('where the student asks for it again', async () => {
    await using terminals = await TerminalDaemon.start();
    await using daemon = await startPracticeDaemon({ start: { status: 200, body: started({ wsUrl: terminals.url }) } });
    const { server } = createPracticeClient({ ...site, serverUrl: daemon.url });
    const { first } = eventsOf(server);
    const journey = new ExerciseJourney(exercise, server);
    const begun = journey.start();
    const behind = vi.fn();
    first.behind(behind);
    await settle();
    expect(behind).not.toHaveBeenCalled();
    await begun;
    expect(behind).toHaveBeenCalledOnce();
    const { terminal } = await opened(journey);
    terminal.close();
  });
});

it('a student who left before the terminal was there is told on return that the exercise is completed', async () => {
  await using terminals = await TerminalDaemon.start();
  await using daemon = await startPracticeDaemon({
    exercises: [summary({ status: 'completed', running: true, completedAt: '2026-01-05T10:00:00.000Z' })],
    start: { status: 200, body: started({ wsUrl: terminals.url, status: 'resumed' }) },
  });
  const journey = journeyOf(createPracticeClient({ ...site, serverUrl: daemon.url }).server, exercise);
  const leave = journey.activate();
  await opened(journey);
  leave();
  leaving.push(journey.activate());
  (await opened(journey)).terminal.open(grid);
  await eventually(() => expect(journey.getSnapshot().completed).toBe(true));
});
