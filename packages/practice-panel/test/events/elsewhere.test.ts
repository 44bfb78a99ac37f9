// @vitest-environment happy-dom
import type { NewEvent } from '@agent-factory/protocol/events';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventsOf } from '../../src/client/events/events-of.js';
import { createPracticeClient, journeyOf } from '../../src/index.js';
import { eventually } from '../support/eventually.js';
import { type PracticeDaemon, startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, passed, started } from '../support/samples.js';
import { installWebSocket } from '../support/terminal-daemon.js';

beforeAll(installWebSocket);

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const exerciseId = exercise.id;
const ROW = { name: 'It greets', passed: true, status: 'passed' } as const;
const leaving: (() => void)[] = [];

async function work(daemon: PracticeDaemon) {
  const { server } = createPracticeClient({ ...SITE, serverUrl: daemon.url });
  const journey = journeyOf(server, exercise);
  leaving.push(journey.activate());
  await eventually(() => expect(journey.getSnapshot().phase.name).toBe('open'));
  await eventually(() => expect(daemon.events.readers).toBe(1));
  return { server, journey, state: () => journey.getSnapshot() };
}

function began(checkId?: string): NewEvent {
  return { exerciseId, type: 'check_began', data: { checkId } };
}

function judged(checkId?: string): NewEvent {
  return { exerciseId, type: 'criterion_judged', data: { criterion: ROW, checkId } };
}

function ended(checkId?: string): NewEvent {
  const data = { status: 'passed', complete: true, passed: 1, total: 1, durationMs: 5, checkId } as const;
  return { exerciseId, type: 'check_ended', data };
}

afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

describe('a check that another page runs', () => {
  it('shows here row by row, and completes the exercise without a celebration', async () => {
    await using daemon = await startPracticeDaemon();
    const { state } = await work(daemon);
    daemon.events.tell(began('other'));
    await eventually(() => expect(state().check).toEqual({ status: 'running', rows: [] }));
    daemon.events.tell(judged('other'));
    await eventually(() => expect(state().check).toEqual({ status: 'running', rows: [ROW] }));
    daemon.events.tell(ended('other'));
    await eventually(() => expect(state().check).toMatchObject({ status: 'done', result: { criteria: [ROW] } }));
    expect(state()).toMatchObject({ completed: true, celebrating: false });
  });

  it('leaves nothing behind where nobody waited for its end', async () => {
    await using daemon = await startPracticeDaemon();
    const { state } = await work(daemon);
    daemon.events.tell(began('other'));
    await eventually(() => expect(state().check.status).toBe('running'));
    const error = { code: 'invalid_request', message: 'The client has gone.' };
    const data = {
      status: 'error',
      complete: false,
      passed: 0,
      total: 0,
      durationMs: 0,
      error,
      checkId: 'other',
    } as const;
    daemon.events.tell({ exerciseId, type: 'check_ended', data });
    await eventually(() => expect(state().check).toEqual({ status: 'none' }));
  });

  it('of another exercise shows nothing here', async () => {
    await using daemon = await startPracticeDaemon();
    const { state } = await work(daemon);
    daemon.events.tell({ ...began('other'), exerciseId: 'another' });
    daemon.events.tell({
      exerciseId,
      type: 'exercise_completed',
      data: { completionId: crypto.randomUUID(), xp: 1, first: true },
    });
    await eventually(() => expect(state().completed).toBe(true));
    expect(state().check).toEqual({ status: 'none' });
  });

  it('is there again after a reload, with its rows', async () => {
    await using daemon = await startPracticeDaemon();
    for (const event of [began('a'), ended('a'), began('b'), judged('b')]) daemon.events.add(event);
    const { state } = await work(daemon);
    await eventually(() => expect(state().check).toEqual({ status: 'running', rows: [ROW] }));
    daemon.events.tell(ended('b'));
    await eventually(() => expect(state().check).toMatchObject({ status: 'done', result: { criteria: [ROW] } }));
  });

  it('is forgotten with the session or the workspace it was about', async () => {
    await using daemon = await startPracticeDaemon();
    for (const event of [began('a'), ended('a')]) daemon.events.add(event);
    daemon.events.add({ exerciseId, type: 'session_ended', data: { reason: 'exited' } });
    const { state } = await work(daemon);
    daemon.events.tell(began());
    await eventually(() => expect(state().check.status).toBe('running'));
    daemon.events.tell({ exerciseId, type: 'session_started', data: { agent: 'shell', status: 'created' } });
    await eventually(() => expect(state().check.status).toBe('none'));
  });
});

describe('a check of this page', () => {
  it('is not told again by its events, in whatever order they come, and is celebrated', async () => {
    await using daemon = await startPracticeDaemon({ verify: passed });
    const { journey, state } = await work(daemon);
    const seen: string[] = [];
    journey.subscribe(() => seen.push(state().check.status));
    const checked = journey.check();
    const id = await eventually(() => {
      const line = daemon.requests.find((request) => request.includes('/verify?checkId='));
      expect(line).toBeTruthy();
      return line?.split('checkId=')[1];
    });
    await checked;
    expect(state()).toMatchObject({ completed: true, celebrating: true });
    const before = seen.length;
    for (const event of [began(id), judged(id), ended(id)]) daemon.events.tell(event);
    daemon.events.tell({ exerciseId, type: 'hint_shown', data: { criterion: 'It greets', rung: 1, hint: 'Look.' } });
    daemon.events.tell(began('other'));
    await eventually(() => expect(state().check).toEqual({ status: 'running', rows: [] }));
    expect(seen.slice(before).filter((status) => status === 'running')).toHaveLength(1);
  });
});

describe('a hint that another page shows', () => {
  it('opens here, in its place, and only once', async () => {
    const outline = { stages: [], hints: { 'It greets': 3 }, revealed: {}, hasSolution: false, network: false };
    await using daemon = await startPracticeDaemon({ start: { status: 200, body: started({ outline }) } });
    const { state } = await work(daemon);
    const ladder = () => state().ladders.get('It greets');
    const told = (rung: number, hint: string): NewEvent => ({
      exerciseId,
      type: 'hint_shown',
      data: { criterion: 'It greets', rung, hint, total: 3, nextAt: '2026-01-05T10:05:00.000Z' },
    });
    daemon.events.tell(told(1, 'Look there.'));
    await eventually(() => expect(ladder()).toMatchObject({ shown: ['Look there.'], total: 3 }));
    daemon.events.tell(told(1, 'Look there.'));
    daemon.events.tell(told(2, 'Think so.'));
    await eventually(() => expect(ladder()?.shown).toEqual(['Look there.', 'Think so.']));
    expect(ladder()?.nextAt).toBe(Date.parse('2026-01-05T10:05:00.000Z'));
  });
});

describe('what the page knows of the daemon', () => {
  it('follows its events, with one request for all of a moment', async () => {
    await using daemon = await startPracticeDaemon();
    const { server } = await work(daemon);
    const lists = () => daemon.requests.filter((request) => request === 'GET /exercises/sessions').length;
    await eventually(() => expect(lists()).toBeGreaterThan(1));
    const before = lists();
    daemon.answers.sessions = [];
    for (let count = 0; count < 20; count += 1) {
      daemon.events.tell({ exerciseId, type: 'session_ended', data: { reason: 'exited' } });
    }
    await eventually(() => expect(server.getSnapshot().sessions).toEqual([]));
    expect(lists() - before).toBeLessThan(4);
  });

  it('tells who begins to follow later that nothing is missed from then on', async () => {
    await using daemon = await startPracticeDaemon();
    const { server } = await work(daemon);
    const onBegin = vi.fn();
    leaving.push(eventsOf(server).follow({ onBegin }));
    await eventually(() => expect(onBegin).toHaveBeenCalledOnce());
  });

  it.each<NewEvent>([
    { exerciseId: 'another', type: 'session_started', data: { agent: 'shell', status: 'created' } },
    { type: 'progress_changed', data: { reason: 'import' } },
  ])('has its lists anew after $type', async (event) => {
    await using daemon = await startPracticeDaemon();
    const { server } = await work(daemon);
    const all = daemon.answers.sessions;
    // The second time, nothing of the page's beginning is left that might have read the lists anew by itself.
    for (const sessions of [[], all]) {
      daemon.answers.sessions = sessions;
      daemon.events.tell(event);
      await eventually(() => expect(server.getSnapshot().sessions).toHaveLength(sessions.length));
    }
  });

  it('has its health anew when that has changed', async () => {
    await using daemon = await startPracticeDaemon();
    const { server } = await work(daemon);
    daemon.answers.health = { ...daemon.answers.health, version: '9.9.9' };
    daemon.events.tell({ type: 'health_changed', data: { healthy: true } });
    await eventually(() => expect(server.getSnapshot().connection).toMatchObject({ health: { version: '9.9.9' } }));
  });

  it('has the state of agents from the events themselves', async () => {
    await using daemon = await startPracticeDaemon();
    const { server } = await work(daemon);
    await eventually(() => expect(server.getSnapshot().sessions).toHaveLength(1));
    daemon.events.tell({ exerciseId, type: 'agent_state', data: { agent: 'claude', state: 'asking', source: 'hook' } });
    await eventually(() => expect(server.getSnapshot().sessions).toMatchObject([{ agentState: 'asking' }]));
  });

  it('has them of the terminal alone: a conversation has an agent of its own', async () => {
    await using daemon = await startPracticeDaemon();
    const { server } = await work(daemon);
    await eventually(() => expect(server.getSnapshot().sessions).toHaveLength(1));
    const data = { agent: 'claude', state: 'working', source: 'run' } as const;
    daemon.events.tell({ exerciseId, conversationId: 'a-chat', type: 'agent_state', data });
    daemon.events.tell({ exerciseId, type: 'agent_state', data: { ...data, state: 'waiting' } });
    const seen = new Set<unknown>();
    server.subscribe(() => seen.add(server.getSnapshot().sessions[0]?.agentState));
    await eventually(() => expect(server.getSnapshot().sessions).toMatchObject([{ agentState: 'waiting' }]));
    expect(seen).not.toContain('working');
  });

  it('keeps what an event has said while the list was on its way', async () => {
    await using daemon = await startPracticeDaemon();
    const { server } = await work(daemon);
    await eventually(() => expect(server.getSnapshot().sessions).toHaveLength(1));
    daemon.answers.sessions = daemon.answers.sessions.map((session) => ({ ...session, agentState: 'working' }));
    const refreshed = server.refresh();
    server.tellAgentState(exerciseId, 'waiting');
    await refreshed;
    expect(server.getSnapshot().sessions).toMatchObject([{ agentState: 'waiting' }]);
    await server.refresh();
    expect(server.getSnapshot().sessions).toMatchObject([{ agentState: 'working' }]);
  });
});
