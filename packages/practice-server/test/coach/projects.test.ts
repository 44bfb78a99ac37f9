import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import type { Notice } from '@agent-factory/protocol';
import { actionSchema, COACH_ROUTES } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RUNS_ON } from '../fixtures/agent.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { bearer, Coaching, secretOf } from './support/coaching.js';
import { TestPage } from './support/test-page.js';

const LESSON_SITE = { Origin: 'http://localhost:3000' };

describe('coached projects', () => {
  let coaching: Coaching;

  beforeEach(async () => {
    coaching = await Coaching.open();
  });
  afterEach(() => coaching[Symbol.asyncDispose]());

  function get(path: string, headers: Record<string, string>) {
    return coaching.daemon.request(path, { headers });
  }

  const actionsPath = (more = '') => `/coach/projects/${coaching.id}/actions${more}`;

  /** Every request about a folder, with what it answers to whoever may make it. */
  async function everyRequest(headers: Record<string, string>): Promise<Record<string, [number, string]>> {
    const visibility = { projectId: coaching.id, visibility: 'nothing' };
    const answers = {
      start: await coaching.post(COACH_ROUTES.start.path, { projectId: coaching.id }, headers),
      visibility: await coaching.post(COACH_ROUTES.visibility.path, visibility, headers),
      actions: await get(actionsPath(), headers),
      export: await get(actionsPath('/export'), headers),
      delete: await coaching.daemon.request(actionsPath(), { method: 'DELETE', headers }),
    };
    const entries = Object.entries(answers).map(([name, { status, json }]) => [name, [status, json?.error]]);
    return Object.fromEntries(entries);
  }

  test('a folder that is opened has tmux asked for its widths, before a page needs them', async () => {
    const kept = coaching.home.in('.af-practice', 'cache', 'tmux-widths.json');
    await waitUntil('tmux has told its widths', () => existsSync(kept));
  });

  test('a folder is opened by a program with the token, and by nobody else', async () => {
    expect(coaching.project).toEqual({
      id: expect.stringMatching(/^folder--[0-9a-f]{10}$/),
      kind: 'folder',
      name: 'app',
      path: '~/projects/app',
    });
    expect(coaching.url).toMatch(
      new RegExp(
        `^http://localhost:${coaching.daemon.daemon.port}/workbench/\\?project=${coaching.id}&token=[\\w-]{43}$`,
      ),
    );
    const body = { path: coaching.home.in('projects') };
    for (const headers of [LESSON_SITE, await coaching.cookie(), {}]) {
      const { status, json } = await coaching.post(COACH_ROUTES.open.path, body, headers);
      expect([status, json.error]).toEqual([401, 'unauthorized']);
    }
  });

  test('what is missing, a file, a whole home directory and what is ours are no projects', async () => {
    for (const [path, status, error] of [
      ['none', 404, 'project_not_found'],
      ['projects/app/README.md', 403, 'project_forbidden'],
      ['', 403, 'project_forbidden'],
      ['.af-practice', 403, 'project_forbidden'],
    ] as const) {
      const answer = await coaching.post(COACH_ROUTES.open.path, { path: coaching.home.in(path) });
      expect([path, answer.status, answer.json.error]).toEqual([path, status, error]);
    }
  });

  test('our own page and a program with the token may do everything with a folder', async () => {
    for (const headers of [await coaching.cookie(), await coaching.bearer()]) {
      expect(await everyRequest(headers)).toEqual({
        start: [200, undefined],
        visibility: [200, undefined],
        actions: [200, undefined],
        export: [200, undefined],
        delete: [200, undefined],
      });
      expect((await get(COACH_ROUTES.projects.path, headers)).json).toEqual({ projects: [coaching.project] });
    }
  });

  test('to a lesson site, a folder is a project that there is not', async () => {
    const missing = [404, 'project_not_found'];
    const { Cookie = '' } = await coaching.cookie();
    for (const headers of [LESSON_SITE, { ...LESSON_SITE, Cookie }]) {
      expect(await everyRequest(headers)).toEqual({
        start: missing,
        visibility: missing,
        actions: missing,
        export: missing,
        delete: missing,
      });
      expect((await get(COACH_ROUTES.projects.path, headers)).json).toEqual({ projects: [] });
    }
  });

  test('nobody without a name gets an answer', async () => {
    const answers = await everyRequest({});
    expect(Object.values(answers).map(([status]) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await get(COACH_ROUTES.projects.path, {})).status).toBe(401);
  });

  test('the latest is listed first', async () => {
    const headers = await coaching.cookie();
    const other = await coaching.another('other');
    const { json } = await get(COACH_ROUTES.projects.path, headers);
    expect(json.projects.map(({ id }: { id: string }) => id)).toEqual([other.id, coaching.id]);
  });

  test('a page starts the agent in the folder, and nothing is left there', async () => {
    const size = { cols: 101, rows: 33 };
    const body = { projectId: coaching.id, size };
    const { json } = await coaching.post(COACH_ROUTES.start.path, body, await coaching.cookie());
    expect(json).toMatchObject({ exerciseId: coaching.id, agent: 'claude', status: 'created' });
    const terminal = coaching.daemon.connect(json.wsUrl);
    await terminal.attached();
    await waitUntil('the agent is there', () => terminal.output.includes('agent is here'));
    expect((await readdir(coaching.folder)).sort()).toEqual(['README.md', 'src']);
  });

  test('an agent that is not signed in needs no more than a key of the project, which is written nowhere', async () => {
    await coaching.home.install({ run: RUNS_ON.run, signedIn: false });
    const other = await coaching.another('other');
    const key = 'key-of-app';
    await coaching.post(COACH_ROUTES.open.path, { path: coaching.folder, agentKey: key });
    const noticesOf = async (projectId: string) =>
      (await coaching.post(COACH_ROUTES.start.path, { projectId })).json.notices.map(({ code }: Notice) => code);
    expect(await noticesOf(other.id)).toEqual(['not_signed_in']);
    expect(await noticesOf(coaching.id)).toEqual([]);
    expect(await coaching.home.filesWith(key, ['.af-practice'])).toEqual([]);
    expect(await coaching.home.filesWith(coaching.folder, ['.af-practice'])).not.toEqual([]);
  });

  test('a folder that has gone is said to have gone', async () => {
    await rm(coaching.folder, { recursive: true });
    const answer = await coaching.post(COACH_ROUTES.start.path, { projectId: coaching.id });
    expect([answer.status, answer.json.error]).toEqual([404, 'project_not_found']);
  });

  test('what the student did is listed, the newest first, and exported as it happened', async () => {
    await coaching.start();
    const page = await coaching.page();
    page.send('file:open', { path: 'README.md' });
    page.send('file:open', { path: 'src/main.py' });
    page.send('file:close', { path: 'README.md' });
    await page.settled();
    const headers = await coaching.cookie();
    const first = await get(actionsPath('?limit=2'), headers);
    expect(first.json.actions.map(({ type }: { type: string }) => type)).toEqual(['file_close', 'file_open']);
    const second = await get(actionsPath(`?limit=2&before=${first.json.next}`), headers);
    expect(second.json.actions.map(({ type }: { type: string }) => type)).toEqual(['file_open', 'session_started']);
    const opened = await get(actionsPath('?type=file_open,file_close'), headers);
    expect(opened.json.actions).toHaveLength(3);

    const file = await get(actionsPath('/export'), headers);
    expect(file.headers['content-type']).toContain('application/x-ndjson');
    expect(file.headers['content-disposition']).toBe(`attachment; filename=actions-${coaching.id}.ndjson`);
    const rows = file.text
      .trimEnd()
      .split('\n')
      .map((line) => actionSchema.parse(JSON.parse(line)));
    expect(rows.map(({ type }) => type)).toEqual(['session_started', 'file_open', 'file_open', 'file_close']);
    const wrong = await get(actionsPath('?limit=many'), headers);
    expect([wrong.status, wrong.json.error]).toEqual([400, 'invalid_request']);
  });

  test('what the student did is deleted, of this project alone, and of nothing else that happened', async () => {
    const other = await coaching.another('other');
    await coaching.start();
    await coaching.start(other.id);
    const page = await coaching.page();
    page.send('file:open', { path: 'README.md' });
    await page.settled();
    const headers = await coaching.cookie();
    await waitUntil('the other session has begun', async () => {
      const { json } = await get(`/coach/projects/${other.id}/actions`, headers);
      return json.actions.length > 0;
    });
    const { json } = await coaching.daemon.request(actionsPath(), { method: 'DELETE', headers });
    expect(json).toEqual({ deleted: 2 });
    expect((await get(actionsPath(), headers)).json).toEqual({ actions: [] });
    expect((await get(actionsPath('/export'), headers)).text).toBe('');
    expect((await get(`/coach/projects/${other.id}/actions`, headers)).json.actions).toHaveLength(1);
    const events = await coaching.daemon.request('/events?after=start&follow=no', { headers: await coaching.bearer() });
    expect(events.text).toContain('"type":"session_started"');
    expect(events.text).not.toContain('README.md');
  });

  test('what the agent may see is the student’s choice, and lasts', async () => {
    await coaching.start();
    const page = await coaching.page();
    const body = { projectId: coaching.id, visibility: 'nothing' };
    expect((await coaching.post(COACH_ROUTES.visibility.path, body, await coaching.cookie())).json).toEqual({
      visibility: 'nothing',
    });
    expect((await page.next('connection:init')).payload.visibility).toBe('nothing');
    const agent = await coaching.agent();
    await expect(agent.call('paige_get_open_files', {})).rejects.toThrow('not_visible');
    const wrong = await coaching.post(COACH_ROUTES.visibility.path, { ...body, visibility: 'some' });
    expect(wrong.json.error).toBe('invalid_request');
  });

  test('the end of the agent’s session is the end of the coaching session', async () => {
    await coaching.start();
    const page = await coaching.page();
    await coaching.end();
    expect(
      (await page.next('connection:init', ({ payload }) => payload.sessionId === null)).payload.sessionId,
    ).toBeNull();
    const ended = await waitUntil('the end is logged', async () => {
      const { json } = await get(actionsPath('?type=session_ended'), await coaching.bearer());
      return json.actions[0];
    });
    expect(ended.data).toMatchObject({ status: 'completed' });
  });

  test('nothing of the coach is loaded for who only practises', async () => {
    expect(await coaching.health()).toEqual({ projects: 0, connections: 0, mcpSessions: 0 });
  });
});

describe('a coached session', () => {
  test('goes on after the daemon was away, with the secret that its agent has', async () => {
    await using home = await Home.make();
    const options = { home, agent: { run: 'while read line; do :; done' } };
    let sessionId: string | null;
    let project: string;
    {
      await using coaching = await Coaching.open(options);
      await coaching.start();
      project = coaching.id;
      const { page, init } = await TestPage.open(coaching.daemon.daemon.port, project, await coaching.cookie());
      page[Symbol.dispose]();
      ({ sessionId } = init.payload);
      expect(sessionId).not.toBeNull();
    }
    await using daemon = await TestDaemon.open(options);
    const { page, init } = await TestPage.open(daemon.daemon.port, project, await bearer(home));
    using _ = page;
    expect(init.payload.sessionId).toBe(sessionId);
    const secret = await secretOf(home, project);
    const answer = await daemon.request('/mcp', { method: 'GET', headers: { Authorization: `Bearer ${secret}` } });
    expect(answer.status).toBe(400);
  });

  test('is one of an exercise that asks for the Workbench, and of no other', async () => {
    const files = lessons(exercise({ id: 'plain' }), exercise({ id: 'with-editor', config: { workbench: true } }));
    await using daemon = await TestDaemon.open({ files, agent: RUNS_ON });
    for (const id of ['plain', 'with-editor']) await daemon.start(id);
    const begun = async (id: string) => {
      const { page, init } = await TestPage.open(daemon.daemon.port, id, LESSON_SITE);
      page[Symbol.dispose]();
      return init.payload.sessionId !== null;
    };
    await waitUntil('the coaching session has begun', () => begun('with-editor'));
    expect(await begun('plain')).toBe(false);
  });

  test('of an exercise is over when that is reset, and begins anew', async () => {
    const files = lessons(exercise({ id: 'with-editor', config: { workbench: true } }));
    await using daemon = await TestDaemon.open({ files, agent: RUNS_ON });
    await daemon.start('with-editor');
    const { page } = await TestPage.open(daemon.daemon.port, 'with-editor', LESSON_SITE);
    using _ = page;
    page.send('file:open', { path: 'answer.txt' });
    page.send('buffer:update', { path: 'answer.txt', content: 'typed', cursorPosition: { line: 1, column: 1 } });
    await page.settled();
    await daemon.post('/exercises/reset', { exerciseId: 'with-editor' });
    await page.next('connection:init', ({ payload }) => payload.sessionId === null && payload.openFiles.length === 0);
    await daemon.start('with-editor');
    await page.next('connection:init', ({ payload }) => payload.sessionId !== null);
    page.send('file:open', { path: 'answer.txt' });
    expect((await page.next('fs:content', ({ payload }) => payload.content !== 'typed')).payload.content).toBe(
      'nothing yet\n',
    );
  });
});
