import { ACTION_DATA, type ActionType } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allActions, pageOfActions, recentActions, timeSinceLast } from '../../src/store/entities/actions.js';
import { apiCallsOf, budgetOf, logApiCall } from '../../src/store/entities/api-calls.js';
import { createSession } from '../../src/store/entities/sessions.js';
import { CoachStore } from '../fixtures/coach-store.js';

let files: CoachStore;
beforeEach(async () => {
  files = await CoachStore.make();
});
afterEach(() => files[Symbol.asyncDispose]());

const NOW = Date.parse('2026-05-01T12:00:00.000Z');

/** An action so many seconds before `NOW`. */
function act(
  action: string,
  secondsAgo: number,
  { sessionId = 'one', projectId = 'kata', data = {} as object } = {},
): void {
  files.event(projectId, 'coach_action', { action, sessionId, data }, new Date(NOW - secondsAgo * 1000).toISOString());
}

describe('the action log', () => {
  test('is a view of the one event log: what is no action is not in it', async () => {
    files.event('kata', 'session_started', { agent: 'claude', status: 'created' });
    act('file_open', 0, { data: { path: 'a.ts' } });
    expect(files.all('select * from coach_action_log')).toEqual([
      {
        id: 2,
        session_id: 'one',
        action_type: 'file_open',
        data: '{"path":"a.ts"}',
        created_at: new Date(NOW).toISOString(),
        project_id: 'kata',
      },
    ]);
    expect(() => files.run('insert into coach_action_log (id) values (1)')).toThrow();
  });

  test('tells the latest actions of a session, of all types or some, and how long ago they were [coaching-backend 4.5] [coaching-backend FR-045] [coaching-backend SC-021]', async () => {
    act('file_open', 60, { data: { path: 'a.ts' } });
    act('tab_switch', 50);
    act('file_save', 40);
    act('file_save', 30, { sessionId: 'two' });
    act('file_open', 20, { data: { path: 'b.ts' } });
    const all = await recentActions(files.store, { sessionId: 'one' }, NOW);
    expect(all.map(({ type, agoMs }) => [type, agoMs])).toEqual([
      ['file_open', 20_000],
      ['file_save', 40_000],
      ['tab_switch', 50_000],
      ['file_open', 60_000],
    ]);
    expect(await recentActions(files.store, { sessionId: 'one', limit: 2 }, NOW)).toEqual(all.slice(0, 2));
    const opened = await recentActions(files.store, { sessionId: 'one', types: ['file_open'] }, NOW);
    expect(opened.map(({ data }) => data)).toEqual([{ path: 'b.ts' }, { path: 'a.ts' }]);
    expect(await timeSinceLast(files.store, { sessionId: 'one', types: ['file_save'] }, NOW)).toBe(40_000);
    expect(await timeSinceLast(files.store, { sessionId: 'one', types: ['idle_start'] }, NOW)).toBeUndefined();
  });

  test('takes every type there is [coaching-backend FR-048]', async () => {
    const types = Object.keys(ACTION_DATA) as ActionType[];
    expect(types).toHaveLength(30);
    for (const type of types) act(type, 0);
    const { actions } = await pageOfActions(files.store, 'kata', { limit: 100 });
    expect(actions.map(({ type }) => type)).toEqual([...types].reverse());
  });

  test('is read page by page, the newest first, of one project and some types', async () => {
    for (let number = 0; number < 5; number += 1) act(number === 2 ? 'idle_end' : 'file_open', 0);
    act('file_open', 0, { projectId: 'other' });
    const first = await pageOfActions(files.store, 'kata', { limit: 2 });
    expect(first).toMatchObject({ actions: [{ id: 5 }, { id: 4 }], next: 4 });
    const rest = await pageOfActions(files.store, 'kata', { limit: 3, before: first.next });
    expect(rest.actions.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(rest.next).toBeUndefined();
    const idle = await pageOfActions(files.store, 'kata', { limit: 9, type: ['idle_end'] });
    expect(idle.actions).toMatchObject([{ id: 3, sessionId: 'one', type: 'idle_end', data: {} }]);
  });

  test('is exported whole, the oldest first, however long it is [coaching-backend EC-20]', async () => {
    const total = 1207;
    for (let number = 0; number < total; number += 1) act('file_open', 0);
    const ids: number[] = [];
    for await (const { id } of allActions(files.store, 'kata')) ids.push(id);
    expect(ids).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  });

  test('is read around what a newer daemon has written', async () => {
    act('mind_read', 0);
    act('file_close', 0);
    expect(await recentActions(files.store, { sessionId: 'one' })).toMatchObject([{ type: 'file_close' }]);
  });
});

describe('calls of models', () => {
  const of = (sessionId: string) => ({ sessionId, projectId: 'kata' });
  const call = {
    model: 'small',
    inputHash: 'abc',
    latencyMs: 100,
    inputTokens: 10,
    outputTokens: 5,
    costEstimate: 0.25,
  };

  test('are stored with all that is known of them [coaching-backend 4.4] [coaching-backend FR-042] [coaching-backend SC-020]', async () => {
    const { id } = await createSession(files.store, { projectId: 'kata', projectDir: '/' });
    await logApiCall(files.store, of(id), 'review', call);
    expect(await apiCallsOf(files.store, id)).toEqual([
      {
        id: expect.any(String),
        sessionId: id,
        projectId: 'kata',
        callType: 'review',
        model: 'small',
        inputHash: 'abc',
        latencyMs: 100,
        inputTokens: 10,
        outputTokens: 5,
        costEstimate: 0.25,
        costBeyond: 0,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    await expect(logApiCall(files.store, of('nobody'), 'review', call)).rejects.toThrow(/FOREIGN KEY/);
  });

  test('that failed have no latency, tokens or cost [coaching-backend EC-19]', async () => {
    const { id } = await createSession(files.store, { projectId: 'kata', projectDir: '/' });
    await logApiCall(files.store, of(id), 'explain', { model: 'large', inputHash: 'x', failed: true });
    expect(await apiCallsOf(files.store, id)).toMatchObject([
      { callType: 'explain', latencyMs: -1, inputTokens: 0, outputTokens: 0, costEstimate: 0 },
    ]);
  });

  test('add up to a budget: in all, by model, and how long those took that did not fail [coaching-backend 4.6] [coaching-backend FR-046] [coaching-backend SC-022]', async () => {
    const { id } = await createSession(files.store, { projectId: 'kata', projectDir: '/' });
    const { id: other } = await createSession(files.store, { projectId: 'kata', projectDir: '/' });
    await logApiCall(files.store, of(id), 'review', call);
    await logApiCall(files.store, of(id), 'review', { ...call, latencyMs: 300 });
    await logApiCall(files.store, of(id), 'review', { ...call, model: 'large', latencyMs: 500, costEstimate: 2 });
    await logApiCall(files.store, of(id), 'review', { model: 'large', inputHash: 'x', failed: true });
    await logApiCall(files.store, of(other), 'review', call);
    expect(await budgetOf(files.store, id)).toEqual({
      calls: 4,
      failed: 1,
      cost: 2.5,
      averageLatencyMs: 300,
      models: [
        { model: 'large', calls: 2, cost: 2 },
        { model: 'small', calls: 2, cost: 0.5 },
      ],
    });
    expect(await budgetOf(files.store)).toMatchObject({ calls: 5, cost: 2.75 });
    expect(await budgetOf(files.store, 'nobody')).toEqual({
      calls: 0,
      failed: 0,
      cost: 0,
      averageLatencyMs: null,
      models: [],
    });
  });
});
