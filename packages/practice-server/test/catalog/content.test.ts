import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons, writeLessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { Site, wrong } from '../fixtures/site.js';
import { waitUntil } from '../fixtures/wait-until.js';

async function workspaces(daemon: TestDaemon): Promise<string[]> {
  return readdir(daemon.home.in('af-practice'));
}

/** Starts `first-steps`, which must not work, and looks whether it left anything. */
async function failToStart(
  daemon: TestDaemon,
): Promise<{ status: number; error: string; file?: string; message: string }> {
  const { status, json } = await daemon.post('/exercises/start', { exerciseId: 'first-steps' });
  expect(await workspaces(daemon)).toEqual([]);
  expect(await daemon.home.sessions()).toEqual([]);
  expect((await daemon.request('/health')).status).toBe(200);
  return { status, ...json };
}

const files = ['config.json', 'CLAUDE.md', 'verify.sh', 'starter/answer.txt'];

describe('an exercise of a lesson site', () => {
  test('[practice-environment 1.3 setup] [practice-environment 3.5 fetch] [practice-environment 5.5 fetched] [practice-environment 7.1 instructions] is fetched with everything it lists and what other agents read as instructions, and nothing else', async () => {
    await using site = await Site.open(lessons(exercise({ starter: { 'a/b.txt': 'b', 'c d.py': 'é' } })));
    await using daemon = await TestDaemon.open({ content: site.url });
    await daemon.start();
    expect(site.requests.slice().sort()).toEqual(
      [
        'registry.json',
        // Before the others and after them: whether they are of one publication.
        'first-steps/config.json',
        'first-steps/config.json',
        'first-steps/AGENTS.md',
        'first-steps/GEMINI.md',
        'first-steps/CLAUDE.md',
        'first-steps/verify.sh',
        'first-steps/starter/a/b.txt',
        'first-steps/starter/c d.py',
      ].sort(),
    );
    expect(await readFile(daemon.home.workspace('first-steps', 'c d.py'), 'utf8')).toBe('é');
  });

  test.each(['notFound', 'webPage', 'truncated', 'tooLarge'] as const)(
    'with any file %s gives content_invalid, names the file and leaves nothing behind',
    async (kind) => {
      await using site = await Site.open(lessons(exercise()));
      await using daemon = await TestDaemon.open({ content: site.url });
      for (const file of files) {
        site.answer(`first-steps/${file}`, wrong[kind]);
        const failure = await failToStart(daemon);
        expect(failure).toMatchObject({ status: 502, error: 'content_invalid', file: `first-steps/${file}` });
        site.answer(`first-steps/${file}`);
      }
      expect((await daemon.start()).status).toBe('created');
    },
  );

  test.each(['serverError', 'hanging'] as const)(
    '%s gives content_unreachable and leaves nothing behind',
    async (kind) => {
      await using site = await Site.open(lessons(exercise()));
      site.answer('first-steps/CLAUDE.md', wrong[kind]);
      await using daemon = await TestDaemon.open({ content: site.url });
      expect(await failToStart(daemon)).toMatchObject({
        status: 503,
        error: 'content_unreachable',
        content: `${site.url}/`,
      });
    },
  );

  const configs: Array<[string, string, string]> = [
    ['is no JSON', '{"id": ', 'not JSON'],
    ['is of another exercise', exercise({ id: 'second' })['second/config.json'] ?? '', 'second'],
    ['lists a starter file outside', config({ workspace: { starterFiles: ['../../x'] } }), 'workspace.starterFiles.0'],
    [
      'lists an absolute starter file',
      config({ workspace: { starterFiles: ['/etc/passwd'] } }),
      'workspace.starterFiles.0',
    ],
    [
      'has a check outside',
      config({ verification: { type: 'script', script: '../verify.sh' } }),
      'verification.script',
    ],
    ['lists a starter file as a folder too', config({ workspace: { starterFiles: ['a', 'a/b'] } }), 'as a folder'],
    ['has an odd version', config({ version: '../1' }), 'version'],
    ['is of a later format', config({ formatVersion: 3 }), 'formatVersion'],
    ['has a prerequisite that is no program', config({ prerequisites: ['rm -rf /'] }), 'prerequisites.0'],
  ];

  test('[practice-environment 2.3 file-access] with a config that asks for what it must not gives content_invalid and leaves nothing behind', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: site.url });
    for (const [how, text, issue] of configs) {
      site.publish({ ...lessons(exercise()), 'first-steps/config.json': text });
      const failure = await failToStart(daemon);
      expect([how, failure.status, failure.error, failure.file]).toEqual([
        how,
        502,
        'content_invalid',
        'first-steps/config.json',
      ]);
      expect(failure.message).toContain(issue);
    }
    const cache = await readdir(daemon.home.in('.af-practice', 'cache'), { recursive: true });
    expect(cache.filter((name) => !/(^[^/]+$)|registry\.json$/.test(name))).toEqual([]);
  });

  test('needs a program that is not there: dependency_missing, and nothing is left behind', async () => {
    await using site = await Site.open(lessons(exercise({ config: { prerequisites: ['no-such-program'] } })));
    await using daemon = await TestDaemon.open({ content: site.url });
    expect(await failToStart(daemon)).toMatchObject({
      status: 503,
      error: 'dependency_missing',
      missing: 'no-such-program',
      reason: 'no-such-program_not_found',
    });
  });
});

describe('the registry of a lesson site', () => {
  test('is asked for anew at once where it could not be had', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: site.url });
    site.answer('registry.json', wrong.serverError);
    const asked = await Promise.all([1, 2].map(() => failToStart(daemon)));
    expect(asked.map(({ error }) => error)).toEqual(['content_unreachable', 'content_unreachable']);
    site.answer('registry.json');
    expect((await daemon.start()).status).toBe('created');
  });

  test.each(['notFound', 'webPage', 'truncated', 'tooLarge', 'notJson'] as const)(
    '%s gives content_invalid',
    async (kind) => {
      await using site = await Site.open(lessons(exercise()));
      site.answer('registry.json', wrong[kind]);
      await using daemon = await TestDaemon.open({ content: site.url });
      const { status, json } = await daemon.request('/exercises');
      expect([status, json.error, json.file]).toEqual([502, 'content_invalid', 'registry.json']);
      expect(await failToStart(daemon)).toMatchObject({ error: 'content_invalid' });
    },
  );

  test('[practice-environment 3.5 version] of another version gives content_invalid', async () => {
    await using site = await Site.open({ 'registry.json': '{"version": "2.0", "exercises": []}' });
    await using daemon = await TestDaemon.open({ content: site.url });
    expect((await daemon.request('/exercises')).json).toMatchObject({
      error: 'content_invalid',
      issues: [expect.stringContaining('version')],
    });
  });

  test('[exercises 1 unavailable] with broken entries lists the others as they are, and those with the reason', async () => {
    const files = lessons(exercise(), exercise({ id: 'second' }), exercise({ id: 'third' }));
    const registry = JSON.parse(files['registry.json'] ?? '');
    registry.exercises[1].unavailable = 'config.json: title: missing';
    registry.exercises[2].difficulty = 'hard';
    registry.exercises.push({ id: '../x' }, 7, { id: 'first-steps' }, null);
    await using daemon = await TestDaemon.open({ files: { ...files, 'registry.json': JSON.stringify(registry) } });
    const { exercises } = (await daemon.request('/exercises')).json;
    expect(exercises.map((entry: { id: string }) => entry.id)).toEqual(['first-steps', 'second', 'third']);
    expect(exercises[0]).toMatchObject({ title: 'Exercise first-steps', status: 'not_started' });
    expect(exercises[0]).not.toHaveProperty('unavailable');
    expect(exercises[1]).toMatchObject({ unavailable: 'config.json: title: missing' });
    expect(exercises[2]).toMatchObject({ title: 'Exercise third', lessonPath: 'chapter/third' });
    expect(exercises[2].unavailable).toContain('difficulty: found "hard", expected one of');
    for (const exerciseId of ['second', 'third']) {
      const { status, json } = await daemon.post('/exercises/start', { exerciseId });
      expect([status, json.error, json.reason.length > 0]).toEqual([409, 'exercise_unavailable', true]);
    }
    expect((await daemon.start('first-steps')).status).toBe('created');
  });

  test('that was never reached gives content_unreachable and says what to do', async () => {
    const site = await Site.open(lessons(exercise()));
    const { url } = site;
    await site.close();
    await using daemon = await TestDaemon.open({ content: url });
    const { status, json } = await daemon.request('/exercises');
    expect([status, json.error]).toEqual([503, 'content_unreachable']);
    expect(json.message).toContain('--content');
  });

  test('is asked for once by many pages', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: site.url });
    await Promise.all(Array.from({ length: 20 }, () => daemon.request('/exercises')));
    expect(site.requests).toEqual(['registry.json']);
  });
});

describe('with the lesson site gone', () => {
  test('[practice-environment 5.3 cache] what was started before starts, is checked and is listed from the cache', async () => {
    await using home = await Home.make();
    await using site = await Site.open(lessons(exercise()));
    {
      await using daemon = await TestDaemon.open({ content: site.url, home });
      await daemon.start();
    }
    await home.killTmux();
    const { url } = site;
    await site.close();
    await using daemon = await TestDaemon.open({ content: url, home });
    const started = await daemon.start();
    expect(started).toMatchObject({ status: 'resumed', notices: [{ code: 'content_from_cache' }] });
    expect((await daemon.request('/exercises')).json).toMatchObject({
      source: 'cache',
      exercises: [{ id: 'first-steps' }],
    });
    const { json } = await daemon.post('/exercises/verify', { exerciseId: 'first-steps' });
    expect(json).toMatchObject({ complete: false, status: 'failed' });
    const reset = await daemon.post('/exercises/reset', { exerciseId: 'first-steps' });
    expect(reset.status).toBe(200);
    expect((await daemon.start()).status).toBe('created');
  });

  test('half way through a file, what was started before starts from the cache', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: site.url });
    await daemon.start();
    await daemon.home.killTmux();
    site.answer('first-steps/config.json', wrong.stalling);
    expect(await daemon.start()).toMatchObject({ status: 'resumed', notices: [{ code: 'content_from_cache' }] });
  });

  test('[practice-environment 5.5 local-copy] a live session is joined without asking the site for anything', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: site.url });
    await daemon.start();
    const asked = site.requests.length;
    expect((await daemon.start()).status).toBe('resumed');
    expect(site.requests.length).toBe(asked);
  });

  test('the cache of one site does not answer for another', async () => {
    await using home = await Home.make();
    await using site = await Site.open(lessons(exercise()));
    {
      await using daemon = await TestDaemon.open({ content: site.url, home });
      await daemon.start();
    }
    await using daemon = await TestDaemon.open({ content: `${site.url}/other`, home });
    expect((await daemon.request('/exercises')).json.error).toBe('content_invalid');
  });
});

describe('a newer version of an exercise', () => {
  const first = exercise({ starter: { 'touched.txt': '1', 'untouched.txt': '1', 'dropped.txt': '1' } });
  const second = exercise({ version: '1.1.0', starter: { 'touched.txt': '2', 'untouched.txt': '2', 'new.txt': '2' } });

  test('[practice-environment 2.2 data-loss] [practice-environment 5.5 newer-version] changes what the student has not touched, keeps what they have, and says which', async () => {
    await using site = await Site.open(lessons(first));
    await using daemon = await TestDaemon.open({ content: site.url });
    const work = (name: string): Promise<string> => readFile(daemon.home.workspace('first-steps', name), 'utf8');
    await daemon.start();
    await writeFile(daemon.home.workspace('first-steps', 'touched.txt'), 'mine');
    await writeFile(daemon.home.workspace('first-steps', 'own.txt'), 'mine');
    site.publish(lessons(second));
    expect((await daemon.start()).update).toBeUndefined();
    await daemon.home.killTmux();
    const { update, version, status } = await daemon.start();
    expect([status, version]).toEqual(['resumed', '1.1.0']);
    expect(await daemon.start()).toMatchObject({ status: 'resumed', version: '1.1.0' });
    expect(update).toEqual({
      from: '1.0.0',
      to: '1.1.0',
      added: ['new.txt'],
      updated: ['untouched.txt'],
      removed: ['dropped.txt'],
      kept: ['touched.txt'],
    });
    expect(await Promise.all(['touched.txt', 'untouched.txt', 'new.txt', 'own.txt'].map(work))).toEqual([
      'mine',
      '2',
      '2',
      'mine',
    ]);
    await expect(stat(daemon.home.workspace('first-steps', 'dropped.txt'))).rejects.toThrow('ENOENT');
    await daemon.home.killTmux();
    expect((await daemon.start()).update).toBeUndefined();
  });

  test('that is broken leaves the workspace and the cached version as they were', async () => {
    await using site = await Site.open(lessons(first));
    await using daemon = await TestDaemon.open({ content: site.url });
    await daemon.start();
    await daemon.home.killTmux();
    site.publish(lessons(second));
    site.answer('first-steps/starter/new.txt', wrong.notFound);
    const { json } = await daemon.post('/exercises/start', { exerciseId: 'first-steps' });
    expect(json).toMatchObject({ error: 'content_invalid', file: 'first-steps/starter/new.txt' });
    expect(await readFile(daemon.home.workspace('first-steps', 'untouched.txt'), 'utf8')).toBe('1');
    expect((await daemon.post('/exercises/verify', { exerciseId: 'first-steps' })).json.status).toBe('failed');
  });
});

describe('a newer version of an exercise that contradicts itself', () => {
  test('[practice-environment 2.2 data-loss] is refused, and the student goes on being checked by the version they have', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: site.url });
    await daemon.start();
    await daemon.home.killTmux();
    site.publish(lessons(exercise({ version: '1.1.0', starter: { 'claude.md': 'mine' } })));
    const { status, json } = await daemon.post('/exercises/start', { exerciseId: 'first-steps' });
    expect([status, json.error, json.file]).toEqual([502, 'content_invalid', 'first-steps/config.json']);
    await writeFile(daemon.home.workspace('first-steps', 'answer.txt'), 'done');
    const checked = await daemon.post('/exercises/verify', { exerciseId: 'first-steps' });
    expect([checked.status, checked.json.status]).toEqual([200, 'passed']);
  });
});

describe('a folder of lessons', () => {
  test('is read as it is now, under the same version too', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    await daemon.home.killTmux();
    await writeLessons(daemon.home.in('site'), exercise({ starter: { 'answer.txt': 'changed\n' } }));
    expect((await daemon.start()).update).toMatchObject({ from: '1.0.0', to: '1.0.0', updated: ['answer.txt'] });
  });

  test('is read anew for every check: what its author has saved holds at once', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    expect((await daemon.post('/exercises/verify', { exerciseId: 'first-steps' })).json.complete).toBe(false);
    const check = `#!/bin/sh\nprintf '{"name": "The new check", "passed": true}\\n'\n`;
    await writeLessons(daemon.home.in('site'), exercise({ check }));
    const { json } = await daemon.post('/exercises/verify', { exerciseId: 'first-steps' });
    expect(json).toMatchObject({ complete: true, criteria: [{ name: 'The new check' }] });
  });

  test('changes while a check runs, which goes on from the copy that it began with', async () => {
    const check =
      '#!/bin/sh\ntouch running\nuntil [ -e go ]; do sleep 0.05; done\ncat "$0" >/dev/null && echo "$ROW"\n';
    const row = `ROW='{"name": "It is there", "passed": true}'\n`;
    const files = lessons(exercise({ check: check.replace('touch', `${row}touch`) }));
    await using daemon = await TestDaemon.open({ files });
    await daemon.start();
    const checked = daemon.post('/exercises/verify', { exerciseId: 'first-steps' });
    await waitUntil('the check runs', () =>
      stat(daemon.home.workspace('first-steps', 'running')).catch(() => undefined),
    );
    await writeLessons(daemon.home.in('site'), exercise({ check: `${check}# newer\n` }));
    // Reads the exercise as it is now; starting it would wait for the check.
    await daemon.post('/exercises/solution', { exerciseId: 'first-steps', confirmed: true });
    await writeFile(daemon.home.workspace('first-steps', 'go'), '');
    expect((await checked).json).toMatchObject({ complete: true, criteria: [{ name: 'It is there' }] });
  });

  test('may be the folder of exercises itself', async () => {
    await using home = await Home.make();
    await writeLessons(home.in('site'), lessons(exercise()));
    await using daemon = await TestDaemon.open({ content: home.in('site', 'exercises'), home });
    expect((await daemon.start()).status).toBe('created');
  });

  test('may be the sources of exercises, of which that is served which was built', async () => {
    await using home = await Home.make();
    const source = { ...lessons(exercise()), '_policy.md': '', 'first-steps/CLAUDE.md': 'no tutor yet' };
    await writeLessons(home.in('site'), source);
    const built = lessons(exercise({ starter: { 'answer.txt': 'as it was built\n' } }));
    await writeLessons(home.in('built'), built);
    await rename(home.in('built', 'exercises'), home.in('site', 'exercises', 'dist'));
    await using daemon = await TestDaemon.open({ content: home.in('site'), home });
    await daemon.start();
    expect(await readFile(home.workspace('first-steps', 'answer.txt'), 'utf8')).toBe('as it was built\n');
  });

  test('of sources of which nothing was built says what to do', async () => {
    await using home = await Home.make();
    await writeLessons(home.in('site'), { ...lessons(exercise()), '_policy.md': '' });
    await using daemon = await TestDaemon.open({ content: home.in('site', 'exercises'), home });
    const { json } = await daemon.request('/exercises');
    expect(json.error).toBe('content_unreachable');
    expect(json.message).toContain('Build them with: exercise-kit build');
  });

  test('that is not there gives content_unreachable', async () => {
    await using home = await Home.make();
    await using daemon = await TestDaemon.open({ content: home.in('nowhere'), home });
    expect((await daemon.request('/exercises')).json.error).toBe('content_unreachable');
  });

  test('with a folder in the place of a file gives content_invalid', async () => {
    await using daemon = await TestDaemon.open();
    const file = daemon.home.in('site', 'exercises', 'first-steps', 'CLAUDE.md');
    await rm(file);
    await mkdir(file);
    expect(await failToStart(daemon)).toMatchObject({
      status: 502,
      error: 'content_invalid',
      file: 'first-steps/CLAUDE.md',
    });
  });
});

function config(fields: Record<string, unknown>): string {
  return exercise({ config: fields })['first-steps/config.json'] ?? '';
}
