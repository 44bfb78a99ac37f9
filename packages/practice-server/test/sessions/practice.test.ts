import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname } from 'node:path';
import { verifyStreamRowSchema } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { type ExerciseParts, exercise, lessons } from '../fixtures/lessons.js';
import { isAlive, processesWith } from '../fixtures/machine/processes.js';
import { waitUntil } from '../fixtures/wait-until.js';

function openWith(parts: ExerciseParts): Promise<TestDaemon> {
  return TestDaemon.open({ files: lessons(exercise(parts)) });
}

const ID = { exerciseId: 'first-steps' };

describe('setting up an exercise', () => {
  test('[practice-environment 1.3 setup] seeds the files, runs the set-up commands in order in the workspace, and only once', async () => {
    await using daemon = await openWith({ setup: ['cat answer.txt > seen.txt', 'pwd >> seen.txt'] });
    await daemon.start();
    await daemon.home.killTmux();
    await daemon.start();
    const path = daemon.home.workspace('first-steps');
    expect(await readFile(`${path}/seen.txt`, 'utf8')).toBe(`nothing yet\n${path}\n`);
  });

  test('[practice-environment 1.3 hints] [practice-environment 3.1 start-agent] the tutor with its hints is in the workspace, under the name the agent reads', async () => {
    await using daemon = await openWith({});
    await daemon.home.install({ name: 'codex', run: 'read line' });
    await daemon.start('first-steps', { agent: 'codex' });
    for (const name of ['CLAUDE.md', 'AGENTS.md']) {
      expect(await readFile(daemon.home.workspace('first-steps', name), 'utf8')).toContain('## Progressive Hints');
    }
  });

  test('that fails gives setup_failed, and the next try starts in a clean folder', async () => {
    await using daemon = await openWith({ setup: ['mkdir half', 'echo it broke; exit 7', 'touch never'] });
    for (const _try of [1, 2]) {
      const { status, json } = await daemon.post('/exercises/start', ID);
      expect(status).toBe(500);
      expect(json).toMatchObject({
        error: 'setup_failed',
        command: 'echo it broke; exit 7',
        exitCode: 7,
        output: 'it broke\n',
      });
      expect(await readdir(daemon.home.in('af-practice'))).toEqual([]);
    }
    expect(await daemon.home.sessions()).toEqual([]);
    expect((await daemon.request('/exercises')).json.exercises[0].status).toBe('not_started');
  });

  test('that fails having made nothing leaves nothing', async () => {
    const starter = { 'answer.txt': 'nothing yet', 'deep/er/file': 'x' };
    await using daemon = await openWith({ starter, setup: ['exit 7'] });
    expect((await daemon.post('/exercises/start', ID)).json).not.toHaveProperty('archivedTo');
    expect(await readdir(daemon.home.in('af-practice'))).toEqual([]);
    expect(existsSync(daemon.home.in('.af-practice', 'archive'))).toBe(false);
  });

  test.each([
    ['a new file', 'notes.md'],
    ['a changed one', 'answer.txt'],
    ['one in a new folder', 'mine/notes.md'],
  ])(
    '[practice-environment 2.2 data-loss] that fails keeps what the student saved meanwhile: %s',
    async (_what, name) => {
      await using daemon = await openWith({
        setup: ['touch .begun; until [ -e .go ]; do sleep 0.02; done; rm .go; exit 7'],
      });
      const starting = daemon.post('/exercises/start', ID);
      const file = (part: string): string => daemon.home.workspace('first-steps', part);
      await waitUntil('the set-up runs', () => existsSync(file('.begun')));
      await rm(file('.begun'));
      await mkdir(dirname(file(name)), { recursive: true });
      await writeFile(file(name), 'mine');
      await writeFile(file('.go'), '');
      const { json } = await starting;
      expect(json.message).toContain(json.archivedTo);
      expect(json.archivedTo).toMatch(/^~\/\.af-practice\/archive\/first-steps-/);
      expect(await daemon.home.read(json.archivedTo.slice(2), name)).toBe('mine');
      expect(await readdir(daemon.home.in('af-practice'))).toEqual([]);
    },
  );

  test('[practice-environment 2.2 data-loss] that fails stays where it is, whole, when it cannot be archived', async () => {
    await using daemon = await openWith({ setup: ['echo mine > notes.md; exit 7'] });
    await writeFile(daemon.home.in('.af-practice', 'archive'), 'no folder');
    expect((await daemon.post('/exercises/start', ID)).json.error).toBe('setup_failed');
    expect(await readFile(daemon.home.workspace('first-steps', 'notes.md'), 'utf8')).toBe('mine\n');
    expect(await readFile(daemon.home.workspace('first-steps', 'answer.txt'), 'utf8')).toBe('nothing yet\n');
  });

  test('[practice-environment 2.2 data-loss] leaves a link to a drive that is not there alone, and says what to do', async () => {
    await using daemon = await openWith({ setup: ['exit 7'] });
    await symlink('/no/such/drive', daemon.home.workspace('first-steps'));
    const { status, json } = await daemon.post('/exercises/start', ID);
    expect([status, json.error, json.path]).toEqual([500, 'workspace_failed', daemon.home.workspace('first-steps')]);
    expect(json.message).toContain('/no/such/drive');
    expect(await readlink(daemon.home.workspace('first-steps'))).toBe('/no/such/drive');
  });

  test('[practice-environment 2.2 data-loss] leaves a folder it cannot look at alone', async () => {
    await using daemon = await openWith({ setup: ['exit 7'] });
    await symlink('first-steps', daemon.home.workspace('first-steps'));
    const { json } = await daemon.post('/exercises/start', ID);
    expect([json.error, json.reason]).toEqual(['workspace_failed', 'ELOOP']);
    expect(await readlink(daemon.home.workspace('first-steps'))).toBe('first-steps');
  });

  test('[practice-environment 2.2 data-loss] that fails in a folder that was there before keeps every file of it', async () => {
    await using daemon = await openWith({ setup: ['[ -e ready ]'] });
    await mkdir(daemon.home.workspace('first-steps'));
    await writeFile(daemon.home.workspace('first-steps', 'answer.txt'), 'mine');
    expect((await daemon.post('/exercises/start', ID)).json.error).toBe('setup_failed');
    expect(await readFile(daemon.home.workspace('first-steps', 'answer.txt'), 'utf8')).toBe('mine');
    await writeFile(daemon.home.workspace('first-steps', 'ready'), '');
    expect((await daemon.start()).status).toBe('resumed');
    expect(await readFile(daemon.home.workspace('first-steps', 'answer.txt'), 'utf8')).toBe('mine');
  });

  test('that hangs ends when the daemon closes, says so, and keeps what was in the workspace', async () => {
    await using daemon = await openWith({ setup: ['touch half; sleep 600'] });
    const starting = daemon.post('/exercises/start', ID);
    await waitUntil('the set-up runs', () => stat(daemon.home.workspace('first-steps', 'half')).catch(() => undefined));
    expect((await daemon.request('/health')).status).toBe(200);
    await daemon.daemon.close();
    const { status, json } = await starting;
    expect([status, json.error]).toEqual([503, 'shutting_down']);
    expect(await readdir(daemon.home.in('af-practice'))).toEqual([]);
    expect(await readdir(daemon.home.in(json.archivedTo.slice(2)))).toContain('half');
    expect(await processesWith(daemon.home.path)).toEqual([]);
  });

  test('where the workspace cannot be written gives workspace_failed', async () => {
    await using daemon = await openWith({});
    await writeFile(daemon.home.workspace('first-steps'), 'a file of the student');
    const { status, json } = await daemon.post('/exercises/start', ID);
    expect([status, json.error]).toEqual([500, 'workspace_failed']);
    expect(await readFile(daemon.home.workspace('first-steps'), 'utf8')).toBe('a file of the student');
  });
});

describe('Check My Work', () => {
  test('[practice-environment 1.3 verification] [practice-environment 3.1 verify] [practice-environment 7.1 verification] tells criterion by criterion where the student stands', async () => {
    await using daemon = await openWith({});
    await daemon.start();
    const { status, json } = await daemon.post('/exercises/verify', ID);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      complete: false,
      status: 'failed',
      criteria: [
        { name: 'The file is there', passed: true, status: 'passed' },
        { name: 'The answer is written', passed: false, status: 'failed', message: 'Write done into answer.txt.' },
      ],
    });
    expect((await daemon.request('/exercises')).json.exercises[0].status).toBe('running');
  });

  test('[practice-environment 1.3 completion] [practice-environment 3.1 exercises] [practice-environment 4.4 complete] that passes marks the exercise completed; reset begins anew and takes nothing back', async () => {
    await using daemon = await openWith({});
    await daemon.start();
    await writeFile(daemon.home.workspace('first-steps', 'answer.txt'), 'done');
    expect((await daemon.post('/exercises/verify', ID)).json).toMatchObject({ complete: true, status: 'passed' });
    const listed = async (): Promise<Record<string, unknown>> => (await daemon.request('/exercises')).json.exercises[0];
    const { completedAt } = await listed();
    expect(await listed()).toMatchObject({ status: 'completed', running: true });
    expect(new Date(String(completedAt)).toISOString()).toBe(completedAt);
    await daemon.post('/exercises/verify', ID);
    await daemon.post('/exercises/reset', ID);
    expect(await listed()).toMatchObject({ status: 'not_started', running: false, completedAt });
    await daemon.start();
    expect(await listed()).toMatchObject({ status: 'running', completedAt });
    expect((await daemon.post('/exercises/finish', ID)).json.error).toBe('exercise_not_complete');
  });

  test('[practice-environment 1.3 verification] [practice-environment 3.1 verify-rows] sends each row as it is decided to a client that asks for rows', async () => {
    const check = `#!/bin/sh
printf '{"name": "first", "passed": true}\\n'
while [ ! -e go ]; do sleep 0.05; done
printf '{"name": "second", "passed": true}\\n'`;
    await using daemon = await openWith({ check });
    await daemon.start();
    const rows: unknown[] = [];
    await streamRows(daemon, async (row) => {
      rows.push(verifyStreamRowSchema.parse(row));
      if (rows.length === 1) await writeFile(daemon.home.workspace('first-steps', 'go'), '');
    });
    expect(rows).toMatchObject([
      { type: 'criterion', criterion: { name: 'first', status: 'passed' } },
      { type: 'criterion', criterion: { name: 'second', status: 'passed' } },
      { type: 'result', result: { complete: true, criteria: [{ name: 'first' }, { name: 'second' }] } },
    ]);
  });

  const broken: Array<[string, ExerciseParts, object]> = [
    ['crashes', { check: '#!/bin/sh\nexit 3' }, { status: 'error' }],
    ['prints garbage', { check: '#!/bin/sh\necho what' }, { status: 'error' }],
    ['floods', { check: '#!/bin/sh\nyes garbage' }, { status: 'error', error: { code: 'check_output_too_large' } }],
    [
      'hangs',
      { check: '#!/bin/sh\nsleep 600', checkTimeout: 1 },
      { status: 'timeout', error: { code: 'check_timeout' } },
    ],
  ];

  test.each(broken)(
    '[practice-environment 1.3 verification] [practice-environment 5.6 broken] that %s is never the failure of the student, and nothing of it stays',
    async (_how, parts, result) => {
      await using daemon = await openWith(parts);
      const terminal = await daemon.open();
      const { status, json } = await daemon.post('/exercises/verify', ID);
      expect(status).toBe(200);
      expect(json).toMatchObject({ complete: false, ...result });
      terminal.type('echo sum $((40 + 2))\r');
      await terminal.shows('sum 42');
      expect((await daemon.request('/exercises')).json.exercises[0].status).toBe('running');
    },
  );

  test('[practice-environment 2.3 file-access] [practice-environment 5.6 in-workspace] runs the check of the cache, whatever lies in the workspace under its name', async () => {
    await using daemon = await openWith({});
    await daemon.start();
    await writeFile(
      daemon.home.workspace('first-steps', 'verify.sh'),
      '#!/bin/sh\necho \'{"criteria":[{"name":"x","passed":true}]}\'',
    );
    expect((await daemon.post('/exercises/verify', ID)).json.complete).toBe(false);
  });

  test('of a workspace that the student has deleted says that it is gone', async () => {
    await using daemon = await openWith({});
    await daemon.start();
    await rm(daemon.home.workspace('first-steps'), { recursive: true });
    expect((await daemon.post('/exercises/verify', ID)).json).toMatchObject({
      status: 'error',
      error: { code: 'workspace_missing' },
    });
    await daemon.home.killTmux();
    expect((await daemon.start()).status).toBe('created');
    expect((await daemon.post('/exercises/verify', ID)).json.status).toBe('failed');
  });

  test.each(['application/json', 'application/x-ndjson'])(
    '[practice-environment 1.3 verification] that nobody waits for any more (%s) ends with all it started, and holds nothing up',
    async (type) => {
      const check = '#!/bin/sh\nsleep 600 &\necho $$ $! > half; mv half pids; wait';
      await using daemon = await openWith({ check, checkTimeout: 300 });
      await daemon.start();
      const headers = { Origin: daemon.origin, 'Content-Type': 'application/json', Accept: type };
      const page = request(`${daemon.url}/exercises/verify`, { method: 'POST', headers, agent: false });
      page.on('error', () => {}).end(JSON.stringify(ID));
      const pids = await waitUntil('the check runs', () =>
        readFile(daemon.home.workspace('first-steps', 'pids'), 'utf8').catch(() => undefined),
      );
      page.destroy();
      expect((await daemon.start()).status).toBe('resumed');
      const [script = 0, child = 0] = pids.trim().split(' ').map(Number);
      expect([await isAlive(script), await isAlive(child)]).toEqual([false, false]);
      expect((await daemon.request('/exercises')).json.exercises[0].status).toBe('running');
    },
  );

  test('that still runs ends when the daemon closes', async () => {
    await using daemon = await openWith({ check: '#!/bin/sh\ntouch checking; sleep 600', checkTimeout: 300 });
    await daemon.start();
    const checking = daemon.post('/exercises/verify', ID);
    await waitUntil('the check runs', () =>
      stat(daemon.home.workspace('first-steps', 'checking')).catch(() => undefined),
    );
    await daemon.daemon.close();
    expect((await checking).json.error).toBe('shutting_down');
  });
});

/** Reads rows one by one, as they arrive. */
function streamRows(daemon: TestDaemon, onRow: (row: unknown) => Promise<void>): Promise<void> {
  const headers = { Origin: daemon.origin, 'Content-Type': 'application/json', Accept: 'application/x-ndjson' };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${daemon.url}/exercises/verify`,
      { method: 'POST', headers, agent: false },
      async (incoming) => {
        try {
          expect(incoming.headers['content-type']).toMatch('application/x-ndjson');
          let rest = '';
          for await (const chunk of incoming) {
            const lines = `${rest}${chunk}`.split('\n');
            rest = lines.pop() ?? '';
            for (const line of lines) await onRow(JSON.parse(line));
          }
          resolve();
        } catch (error) {
          reject(error);
        }
      },
    );
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(ID));
  });
}
