import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER_ID_PREFIX } from '@agent-factory/protocol/coach';
import { describe, expect, test } from 'vitest';
import { agents } from '../../src/capabilities/agents.js';
import { conversationHost } from '../../src/conversations/host.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { withInsideOf } from '../fixtures/spied-capability.js';
import { waitUntil } from '../fixtures/wait-until.js';

async function opened(home?: Home) {
  const spied = withInsideOf(agents);
  const daemon = await TestDaemon.open({ capabilities: spied.capabilities, ...(home && { home }) });
  const { host } = spied.inside();
  const { token } = JSON.parse(await daemon.home.read('.af-practice-server.json'));
  return { daemon, host, token: { Authorization: `Bearer ${token}` } };
}

async function project(home: Home, ...names: string[]): Promise<string> {
  const path = home.in('projects', ...names);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'main.py'), 'print(1)\n');
  return path;
}

describe('a folder of the student', () => {
  test('has one id however it is reached, and is there after a restart', async () => {
    await using home = await Home.make();
    let id: string;
    {
      const { daemon, host } = await opened(home);
      await using _ = daemon;
      const path = await project(home, 'app');
      await symlink(path, home.in('link'));
      const first = await host.folders.open(path);
      id = first.id;
      expect(id).toMatch(new RegExp(`^${FOLDER_ID_PREFIX}[0-9a-f]{10}$`));
      expect((await host.folders.open(home.in('link'))).id).toBe(id);
      expect((await host.folders.open(`${path}/../app/`)).path).toBe(path);
      expect((await host.folders.open(await project(home, 'other'))).id).not.toBe(id);
    }
    const { daemon, host } = await opened(home);
    await using _ = daemon;
    expect(host.folders.pathOf(id)).toBe(home.in('projects', 'app'));
    expect((await host.folders.list()).map(({ path }) => path)).toEqual([
      home.in('projects', 'other'),
      home.in('projects', 'app'),
    ]);
  });

  test('is refused where it is no project', async () => {
    const { daemon, host } = await opened();
    await using _ = daemon;
    const { home } = daemon;
    const path = await project(home, 'app');
    for (const [given, code] of [
      [home.in('none'), 'project_not_found'],
      [join(path, 'main.py'), 'project_forbidden'],
      ['/', 'project_forbidden'],
      [home.path, 'project_forbidden'],
      [`${home.path}/.`, 'project_forbidden'],
      [home.in('.af-practice'), 'project_forbidden'],
      [home.in('.af-practice', 'logs'), 'project_forbidden'],
      [join(home.path, '..'), 'project_forbidden'],
    ] as const) {
      await expect(host.folders.open(given), given).rejects.toMatchObject({ code });
    }
    await expect(async () => host.folders.pathOf('folder--0000000000')).rejects.toMatchObject({
      code: 'project_not_found',
    });
  });

  test('has a session like an exercise, in itself, and nothing is written into it', async () => {
    const { daemon, host, token } = await opened();
    await using _ = daemon;
    const path = await project(daemon.home, 'app');
    const { id } = await host.folders.open(path);
    const started = await host.sessions.start({ exerciseId: id });
    expect(started).toMatchObject({ exerciseId: id, status: 'created', workspace: '~/projects/app/', agent: 'shell' });
    const terminal = daemon.connect(started.wsUrl);
    await terminal.attached();
    terminal.type('echo here $PWD\r');
    await terminal.shows(`here ${path}`);
    expect(await readdir(path)).toEqual(['main.py']);
    expect((await host.sessions.start({ exerciseId: id })).wsUrl).toBe(started.wsUrl);
    const listed = await daemon.request('/exercises/sessions', { headers: token });
    expect(listed.json.sessions).toMatchObject([{ exerciseId: id, workspace: '~/projects/app/' }]);
  });

  test('is found again by the next daemon', async () => {
    await using home = await Home.make();
    let id: string;
    {
      const { daemon, host } = await opened(home);
      await using _ = daemon;
      id = (await host.folders.open(await project(home, 'app'))).id;
      await host.sessions.start({ exerciseId: id });
    }
    const { daemon, host, token } = await opened(home);
    await using _ = daemon;
    expect(daemon.daemon.foundSessions).toBe(1);
    expect((await host.sessions.start({ exerciseId: id })).status).toBe('resumed');
    const { json } = await daemon.request('/exercises/sessions', { headers: token });
    expect(json.sessions).toHaveLength(1);
  });

  test('that was moved away is told, and not made anew', async () => {
    const { daemon, host } = await opened();
    await using _ = daemon;
    const path = await project(daemon.home, 'app');
    const { id } = await host.folders.open(path);
    await rm(path, { recursive: true });
    await expect(host.sessions.start({ exerciseId: id })).rejects.toMatchObject({ code: 'project_not_found' });
    expect(await readdir(daemon.home.in('projects'))).toEqual([]);
  });
});

describe('a page of a lesson site', () => {
  const JSON_POST = (daemon: TestDaemon, path: string, body: object) => daemon.post(path, body);

  test('has no chat in a folder, not even one that was begun before', async () => {
    const { daemon, host } = await opened();
    await using _ = daemon;
    const { id } = await host.folders.open(await project(daemon.home, 'app'));
    const { agent } = await host.sessions.start({ exerciseId: id });
    const chat = conversationHost(host);
    const subject = { kind: 'exercise', exerciseId: id } as const;
    await expect(chat.openFolder(subject, agent)).rejects.toMatchObject({ code: 'not_an_exercise' });
    expect(() => chat.folderOf(subject)).toThrow(expect.objectContaining({ code: 'not_an_exercise' }));
  });

  test('learns nothing of a folder, and gets no way into it', async () => {
    const { daemon, host, token } = await opened();
    await using _ = daemon;
    const { id } = await host.folders.open(await project(daemon.home, 'app'));
    await host.sessions.start({ exerciseId: id });
    await daemon.start();
    const page = { Origin: daemon.origin };
    const seen = await daemon.request('/exercises/sessions', { headers: page });
    expect(seen.json.sessions.map(({ exerciseId }: { exerciseId: string }) => exerciseId)).toEqual(['first-steps']);
    expect((await daemon.request('/exercises/sessions')).json.sessions).toHaveLength(1);
    for (const path of ['start', 'verify', 'reset', 'finish']) {
      const { status, json } = await JSON_POST(daemon, `/exercises/${path}`, { exerciseId: id });
      expect([path, status, json.error]).toEqual([path, 409, 'not_an_exercise']);
    }
    for (const [path, body] of [
      ['/agents/switch', { exerciseId: id, agent: 'shell' }],
      ['/recordings/start', { exerciseId: id }],
      ['/hints/reveal', { exerciseId: id, criterion: 'x' }],
    ] as const) {
      const { json } = await JSON_POST(daemon, path, body);
      expect(['not_an_exercise', 'not_found'], path).toContain(json.error);
    }
    const events = async (headers: Record<string, string>) =>
      (await daemon.request('/events?after=start&follow=no', { headers })).text;
    await waitUntil('the session of the exercise is in the log', async () =>
      (await events(token)).includes('first-steps'),
    );
    expect(await events(token)).toContain(id);
    expect(await events(page)).toContain('first-steps');
    expect(await events(page)).not.toContain(id);
    const ofFolder = await daemon.request(`/events?after=start&follow=no&exerciseId=${id}`, { headers: page });
    expect(ofFolder.text).not.toContain('session_started');
  });
});
