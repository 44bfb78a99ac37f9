import { writeFile } from 'node:fs/promises';
import { dashboardStateSchema, MIND_PARTS, MIND_ROUTES, mindStatusSchema } from '@agent-factory/protocol/mind';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Coaching } from '../coach/support/coaching.js';
import { query } from '../fixtures/machine/database.js';
import { waitUntil } from '../fixtures/wait-until.js';

const LESSON_SITE = { Origin: 'http://localhost:3000' };
const OFF = { route: 'off' };

describe('a daemon whose student wants no model', () => {
  let coaching: Coaching;

  beforeEach(async () => {
    coaching = await Coaching.open();
    await coaching.post(MIND_ROUTES.changeSettings.path, OFF);
  });
  afterEach(() => coaching[Symbol.asyncDispose]());

  const get = (path: string, headers: Record<string, string> = LESSON_SITE) =>
    coaching.daemon.request(path, { headers });
  /** As the learner's own page, or a command, does. */
  const read = async (path: string) => get(path, await coaching.bearer());

  test('says of each part what it would do, and what to do for it [coach mind-status]', async () => {
    const { status, json } = await get(MIND_ROUTES.settings.path);
    expect(status).toBe(200);
    const told = mindStatusSchema.parse(json);
    expect(told).toMatchObject({ route: 'off', reached: null, advice: expect.stringMatching(/turn|choose|set/i) });
    for (const part of MIND_PARTS) {
      expect(told.parts[part].works, part).toBe(part === 'memory');
      expect(told.parts[part].explanation.length, part).toBeGreaterThan(20);
    }
  });

  test('keeps what the student has chosen, also over its own end [coach mind-status]', async () => {
    const change = { parts: { observer: false }, budget: { dayUsd: 0.25 } };
    const { json } = await coaching.post(MIND_ROUTES.changeSettings.path, change);
    expect(json).toMatchObject({ parts: { observer: { enabled: false } }, budget: { dayUsd: 0.25, sessionUsd: 0.5 } });
    expect(JSON.parse(await coaching.home.read('.af-practice', 'coach.json'))).toMatchObject({
      route: 'off',
      ...change,
    });
    const wrong = await coaching.post(MIND_ROUTES.changeSettings.path, { budget: { dayUsd: -1 } });
    expect([wrong.status, wrong.json.error]).toEqual([400, 'invalid_request']);
  });

  test('tells the pages of a session where each part stands, and again when the student has chosen anew [coach mind-status]', async () => {
    await coaching.start();
    const page = await coaching.page();
    expect((await page.next('mind:status')).payload).toMatchObject({ route: 'off', budget: { dayUsd: 1 } });
    await coaching.post(MIND_ROUTES.changeSettings.path, { budget: { dayUsd: 0.5 } });
    expect((await page.next('mind:status')).payload).toMatchObject({ route: 'off', budget: { dayUsd: 0.5 } });
  });

  test('shows the dashboard all the same: with zeros, where there is nothing yet [coach mind-status]', async () => {
    const { status, json } = await get(`${MIND_ROUTES.dashboard.path}?period=7d`);
    expect(status).toBe(200);
    const state = dashboardStateSchema.parse(json);
    expect(state).toMatchObject({ dreyfus: [], katas: [], gaps: [], costs: [] });
    expect(state.stats).toMatchObject({ period: '7d', sessionsCompleted: 0, apiCostTotal: 0 });
    expect((await get(`${MIND_ROUTES.dashboard.path}?period=9d`)).json.error).toBe('invalid_request');
    expect((await get(MIND_ROUTES.katas.path)).json).toEqual({ katas: [], stage: 'novice' });
    expect((await get('/coach/katas/none')).json.error).toBe('kata_not_found');
  });

  test('explains nothing, and says why, over HTTP and to a page [coach mind-status]', async () => {
    const request = { path: 'src/main.py', selectedText: 'print(1)' };
    const body = { projectId: coaching.id, ...request };
    const { status, json } = await coaching.post(MIND_ROUTES.explain.path, body);
    expect([status, json.error]).toEqual([503, 'model_unavailable']);
    expect((await coaching.post(MIND_ROUTES.explain.path, body, LESSON_SITE)).json.error).toBe('project_not_found');
    const page = await coaching.page();
    page.send('user:explain', { source: 'editor', language: 'python', surroundingContext: '', ...request });
    expect((await page.next('explain:error')).payload).toEqual({ path: request.path, error: json.message });
  });

  test('wraps a session up by rules: what was done is remembered, and can be read, changed and forgotten [coach mind-rules]', async () => {
    await coaching.start();
    const page = await coaching.page();
    page.send('file:open', { path: 'src/main.py' });
    await page.next('fs:content');
    page.send('file:save', { path: 'src/main.py', content: 'print(2)\n' });
    await page.next('fs:save_ack');
    await coaching.end();
    const memories = await waitUntil('it is remembered', async () => {
      const { json } = await read(MIND_ROUTES.memories.path);
      return json.total > 0 ? json.memories : undefined;
    });
    const [memory] = memories;
    expect(memory).toMatchObject({ project: coaching.id, id: expect.stringMatching(/^mem_.+_0$/) });
    const path = `/coach/memories/${memory.id}`;
    const changed = await coaching.post(path, { content: 'Likes to print numbers' });
    expect(changed.json).toMatchObject({ id: memory.id, content: 'Likes to print numbers' });
    expect((await read(`${MIND_ROUTES.memories.path}?query=numbers`)).json.memories[0].id).toBe(memory.id);
    expect((await read(MIND_ROUTES.exportMemories.path)).text).toContain('Likes to print numbers');
    const headers = await coaching.bearer();
    const remove = (at: string) => coaching.daemon.request(at, { method: 'DELETE', headers });
    // A memory without its id, and a scope that is misspelt, are not all memories.
    expect((await remove('/coach/memories/')).json.error).toBe('not_found');
    expect((await remove('/coach/memories?projects=another')).json.error).toBe('invalid_request');
    expect((await remove('/coach/memories?project=another')).json).toEqual({ deleted: 0 });
    expect((await read(MIND_ROUTES.memories.path)).json.total).toBe(memories.length);
    expect((await remove(path)).json).toEqual({ deleted: 1 });
    expect((await coaching.post(path, { content: 'x' })).json.error).toBe('memory_not_found');
    expect((await remove(MIND_ROUTES.deleteMemories.path)).json).toEqual({ deleted: memories.length - 1 });
    const [row] = query(coaching.home.in('.af-practice', 'state.db'), 'select wrapped_up from coach_sessions');
    expect(JSON.parse((row as { wrapped_up: string }).wrapped_up)).toMatchObject({
      by: 'rules',
      memoriesStored: memories.length,
    });
  });

  test('reads what is marked to the last character that may be explained, and no more [coach mind-status]', async () => {
    await coaching.start();
    const [selectedText, surroundingContext] = ['\u3042'.repeat(50_000), '\u3042'.repeat(200_000)];
    const marked = { projectId: coaching.id, source: 'terminal', path: 'Terminal', selectedText };
    const ask = async (more: object) =>
      (await coaching.post(MIND_ROUTES.explain.path, { ...marked, ...more })).json.error;
    expect(await ask({ surroundingContext })).toBe('model_unavailable');
    expect(await ask({ selectedText: `${selectedText}x` })).toBe('invalid_request');
    expect(await ask({ surroundingContext: surroundingContext.repeat(2) })).toBe('payload_too_large');
    const content = '\u3042'.repeat(4000);
    expect((await coaching.post('/coach/memories/none', { content })).json.error).toBe('memory_not_found');
    const huge = await coaching.post('/coach/memories/none', { content: content.repeat(4) });
    expect(huge.json.error).toBe('payload_too_large');
  });

  test('lets a lesson site neither see nor change what is remembered, nor choose what may be spent [coach mind-status]', async () => {
    const cookie = await coaching.cookie();
    const asked: [string, string, unknown?][] = [
      ['GET', MIND_ROUTES.memories.path],
      ['GET', MIND_ROUTES.exportMemories.path],
      ['POST', '/coach/memories/x', { content: 'y' }],
      ['DELETE', '/coach/memories/x'],
      ['DELETE', MIND_ROUTES.deleteMemories.path],
      ['POST', MIND_ROUTES.changeSettings.path, { budget: { dayUsd: 100 } }],
    ];
    for (const [method, path, body] of asked) {
      const ask = (headers: Record<string, string>) =>
        coaching.daemon.request(path, {
          method,
          headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
      const refused = await ask(LESSON_SITE);
      expect([path, refused.status, refused.json.error]).toEqual([path, 403, 'learner_only']);
      expect(refused.json.message).toContain('practice-server dashboard');
      expect([path, (await ask(cookie)).json?.error]).not.toEqual([path, 'learner_only']);
    }
  });

  test.each([
    `${MIND_ROUTES.settings.path}?projekt=x`,
    `${MIND_ROUTES.dashboard.path}?periods=7d`,
    `${MIND_ROUTES.memories.path}?projects=x`,
    `${MIND_ROUTES.memories.path}?project=x&project=y`,
    `${MIND_ROUTES.exportMemories.path}?project=x`,
  ])('answers no question that it does not know: %s [coach mind-status]', async (path) => {
    const { status, json } = await read(path);
    expect([status, json.error]).toEqual([400, 'invalid_request']);
  });

  test('keeps memories where the student says in their settings, without a restart [coach mind-status]', async () => {
    expect((await read(MIND_ROUTES.settings.path)).json.memory).toEqual({ kept: 'here', available: true });
    await writeFile(
      coaching.home.in('.af-practice', 'coach.json'),
      JSON.stringify({ route: 'off', chromadbUrl: 'http://mia:secret@127.0.0.1:1' }),
    );
    const { memory } = (await read(MIND_ROUTES.settings.path)).json;
    expect(memory).toEqual({ kept: 'chromadb', available: false, url: 'http://127.0.0.1:1' });
    expect((await read(MIND_ROUTES.memories.path)).json.error).toBe('memory_unavailable');
    await coaching.post(MIND_ROUTES.changeSettings.path, { parts: { observer: false } });
    await writeFile(coaching.home.in('.af-practice', 'coach.json'), JSON.stringify({ route: 'off' }));
    expect((await read(MIND_ROUTES.memories.path)).json).toMatchObject({ kept: 'here', total: 0 });
    const hidden = await coaching.daemon.request(MIND_ROUTES.changeSettings.path, {
      method: 'POST',
      headers: { ...(await coaching.bearer()), 'Content-Type': 'application/json' },
      body: '{"parts":{"__proto__":true}}',
    });
    expect(hidden.json.error).toBe('invalid_request');
  });

  test('tells a lesson site nothing of the folders of the student [coach mind-status]', async () => {
    await coaching.start();
    await (await coaching.page()).next('mind:status');
    const own = (await read(MIND_ROUTES.dashboard.path)).json;
    expect(own.inProgressSessions).toMatchObject([{ projectId: coaching.id }]);
    const told = await get(MIND_ROUTES.dashboard.path);
    expect(told.json.inProgressSessions).toEqual([]);
    expect(told.text).not.toContain(coaching.id);
  });

  test('tells a stranger nothing of the learner [coach mind-status]', async () => {
    for (const { path, method } of Object.values(MIND_ROUTES).filter((route) => route.method === 'GET')) {
      const answer = await coaching.daemon.request(path.replace(':id', 'x'), { method });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });
});
