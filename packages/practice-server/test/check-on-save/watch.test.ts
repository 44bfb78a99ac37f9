import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { VerificationResult } from '@agent-factory/protocol';
import { type WatchStreamRow, watchStreamRowSchema } from '@agent-factory/protocol/watch';
import { describe, expect, test } from 'vitest';
import { WorkspaceWatch } from '../../src/check-on-save/workspace-watch.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { type ExerciseParts, exercise, lessons } from '../fixtures/lessons.js';
import { isAlive } from '../fixtures/machine/processes.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { RowStream } from '../fixtures/wire/rows.js';

const ID = { exerciseId: 'first-steps' };
/** Long enough for a check that a save sets off to have begun. */
const QUIET_MS = 3000;

async function open(parts: ExerciseParts = {}): Promise<TestDaemon> {
  const daemon = await TestDaemon.open({ files: lessons(exercise(parts)) });
  await daemon.start();
  return daemon;
}

function watch(daemon: TestDaemon): RowStream<WatchStreamRow> {
  return new RowStream(daemon, '/exercises/watch', ID, (row) => watchStreamRowSchema.parse(row));
}

function work(daemon: TestDaemon, ...parts: string[]): string {
  return daemon.home.workspace('first-steps', ...parts);
}

function kinds(stream: RowStream<WatchStreamRow>): string[] {
  return stream.rows.map(({ type }) => type);
}

function began(stream: RowStream<WatchStreamRow>): string[][] {
  return stream.rows.flatMap((row) => (row.type === 'began' ? [row.changed] : []));
}

/** Saves a file. Whatever set off a check before it is told before it, or together with it. */
async function expectNoneBefore(daemon: TestDaemon, stream: RowStream<WatchStreamRow>): Promise<void> {
  await writeFile(work(daemon, 'answer.txt'), 'done');
  await waitUntil('a check after the save', () => began(stream).flat().includes('answer.txt'));
  expect(began(stream)).toEqual([[], ['answer.txt']]);
}

const isResult = (row: WatchStreamRow): boolean => row.type === 'result';
const isComplete = (row: WatchStreamRow): boolean => row.type === 'result' && row.result.complete;

/** How many places of the file system this process watches: Linux tells them beside the descriptor. */
async function watchedPlaces(): Promise<number> {
  let count = 0;
  for (const fd of await readdir('/proc/self/fd')) {
    const target = await readlink(`/proc/self/fd/${fd}`).catch(() => '');
    if (!target.includes('inotify')) continue;
    const info = await readFile(`/proc/self/fdinfo/${fd}`, 'utf8').catch(() => '');
    count += info.split('\n').filter((line) => line.startsWith('inotify')).length;
  }
  return count;
}

describe('[exercises 3 watch] watching the work', () => {
  test('checks it now and whenever a file was saved, row by row, and counts none of it', async () => {
    await using daemon = await open();
    using stream = watch(daemon);
    await stream.row('the first result', isResult);
    expect(kinds(stream)).toEqual(['began', 'criterion', 'criterion', 'result']);
    await writeFile(work(daemon, 'answer.txt'), 'done');
    await stream.row('a passing result', isComplete);
    expect(began(stream)).toEqual([[], ['answer.txt']]);
    const listed = (await daemon.request('/exercises')).json.exercises[0];
    expect(listed.status).toBe('running');
    expect(listed).not.toHaveProperty('completedAt');
    const { exercises } = (await daemon.request('/progress', { headers: { Origin: daemon.origin } })).json;
    expect(exercises.map((entry: { attempts: number }) => entry.attempts).filter(Boolean)).toEqual([]);
  });

  test('sees files in new folders, saves by renaming, and deletions', async () => {
    await using daemon = await open({ check: '#!/bin/sh\necho \'{"name": "x", "passed": false, "message": "m"}\'' });
    using stream = watch(daemon);
    await stream.row('the first result', isResult);
    await mkdir(work(daemon, 'a', 'b'), { recursive: true });
    await writeFile(work(daemon, 'a', 'b', 'c.py'), '1');
    await waitUntil('the new file', () => began(stream).flat().includes('a/b/c.py'));
    await writeFile(work(daemon, '4913'), 'x');
    await writeFile(work(daemon, 'a', 'b', 'c.py~'), '2');
    await rename(work(daemon, 'a', 'b', 'c.py~'), work(daemon, 'a', 'b', 'c.py'));
    await waitUntil(
      'the renamed file',
      () =>
        began(stream)
          .flat()
          .filter((path) => path === 'a/b/c.py').length === 2,
    );
    await rm(work(daemon, 'answer.txt'));
    await waitUntil('the deletion', () => began(stream).flat().includes('answer.txt'));
    expect(new Set(began(stream).flat())).toEqual(new Set(['a/b/c.py', 'answer.txt']));
  });

  test('leaves alone what tools and editors write, what links lead to, and what was not really saved', async () => {
    await using daemon = await open();
    await mkdir(work(daemon, 'node_modules', 'x'), { recursive: true });
    await mkdir(daemon.home.in('outside'));
    await symlink(daemon.home.in('outside'), work(daemon, 'link'));
    using stream = watch(daemon);
    await stream.row('the first result', isResult);
    await writeFile(work(daemon, 'node_modules', 'x', 'index.js'), '1');
    await writeFile(work(daemon, '.answer.txt.swp'), '1');
    await mkdir(work(daemon, '__pycache__'));
    await writeFile(daemon.home.in('outside', 'a.py'), '1');
    await writeFile(work(daemon, 'passing'), '1');
    await rm(work(daemon, 'passing'));
    await expectNoneBefore(daemon, stream);
  });

  test('begins anew when something is saved while a check runs, whose processes end', async () => {
    const check = `#!/bin/sh
answer=$(cat answer.txt)
echo $$ >> "$HOME/pids" # from here on, what is saved is too late for this check
[ "$answer" = done ] || sleep 600
echo '{"name": "x", "passed": true}'`;
    await using daemon = await open({ check, checkTimeout: 300 });
    using stream = watch(daemon);
    const pid = await waitUntil('the check runs', () => daemon.home.read('pids').catch(() => undefined));
    await writeFile(work(daemon, 'answer.txt'), 'done');
    await stream.row('a passing result', isComplete);
    expect(began(stream)).toEqual([[], ['answer.txt']]);
    expect(await isAlive(Number(pid.trim()))).toBe(false);
  });

  test('is not set off for ever by what the check itself writes', async () => {
    const check = `#!/bin/sh
date +%N > report.txt
echo '{"name": "x", "passed": true}'`;
    await using daemon = await open({ check });
    using stream = watch(daemon);
    await stream.row('the first result', isResult);
    const settled = await waitUntil('the checks come to rest', async () => {
      const before = began(stream).length;
      await delay(QUIET_MS);
      return began(stream).length === before ? before : undefined;
    });
    expect(settled).toBeLessThan(6);
    await writeFile(work(daemon, 'answer.txt'), 'x');
    await waitUntil('a check after a save', () => began(stream).flat().includes('answer.txt'));
  });

  test('is not set off by an official check', async () => {
    await using daemon = await open();
    using stream = watch(daemon);
    await stream.row('the first result', isResult);
    await daemon.post('/exercises/verify', ID);
    await expectNoneBefore(daemon, stream);
  });

  test('is shared by all pages; one that comes later is told how things stand', async () => {
    const check = '#!/bin/sh\necho x >> "$HOME/runs"\necho \'{"name": "x", "passed": true}\'';
    await using daemon = await open({ check });
    using first = watch(daemon);
    await first.row('the first result', isResult);
    using second = watch(daemon);
    await second.row('the same result', isResult);
    expect(kinds(second)).toEqual(kinds(first));
    await writeFile(work(daemon, 'answer.txt'), 'x');
    await second.row('the next result', isResult, 3);
    expect(await daemon.home.read('runs')).toBe('x\nx\n');
  });

  test('lets go of every watch and process when the last page goes', async () => {
    const check = '#!/bin/sh\necho $$ > "$HOME/pid"\nexec sleep 600';
    await using daemon = await open({ check, checkTimeout: 300 });
    const before = await watchedPlaces();
    {
      using stream = watch(daemon);
      await waitUntil('the check runs', () => daemon.home.read('pid').catch(() => undefined));
      expect(stream.status).toBe(200);
      expect(await watchedPlaces()).toBeGreaterThan(before);
    }
    const pid = Number(await daemon.home.read('pid'));
    await waitUntil('the check is gone', async () => !(await isAlive(pid)));
    await waitUntil('the watches are gone', async () => (await watchedPlaces()) === before);
  });

  test('ends with a reset, and with the daemon, and says so', async () => {
    await using daemon = await open();
    using stream = watch(daemon);
    await stream.row('the first result', isResult);
    await daemon.post('/exercises/reset', ID);
    await stream.over();
    expect(stream.rows.at(-1)).toMatchObject({ type: 'error', error: { error: 'exercise_not_started' } });
    await daemon.start();
    using other = watch(daemon);
    await other.row('the first result', isResult);
    await daemon.daemon.close();
    await other.over();
    expect(other.rows.at(-1)).toMatchObject({ type: 'error', error: { error: 'shutting_down' } });
  });

  test('of an exercise that was not started, or whose folder is gone, says what to do', async () => {
    await using daemon = await TestDaemon.open();
    const { status, json } = await daemon.post('/exercises/watch', ID);
    expect([status, json.error]).toEqual([409, 'exercise_not_started']);
    await daemon.start();
    await rm(work(daemon), { recursive: true });
    const gone = await daemon.post('/exercises/watch', ID);
    expect([gone.status, gone.json.error]).toEqual([500, 'workspace_failed']);
    expect(gone.json.message).toContain('press Practice');
  });
});

const JUDGED: VerificationResult = { complete: false, status: 'failed', criteria: [], durationMs: 0 };

/** A watch of a folder with three files, whose check does this to it; tells how often it ran and what counted as a save. */
async function watchFolder(check: (folder: string, run: number) => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'watch-'));
  for (const name of ['0', '1', '2']) await writeFile(join(folder, name), 'as it was');
  const seen = { runs: 0, saved: 0 };
  const shared = new WorkspaceWatch({
    workspace: folder,
    check: async () => {
      seen.runs += 1;
      await check(folder, seen.runs);
      return JUDGED;
    },
    onRow: () => {},
    onSaved: () => {
      seen.saved += 1;
    },
    onFailed: (error) => {
      throw error;
    },
  });
  await shared.open();
  return {
    folder,
    seen,
    /** Resolves when no check was set off for a while. */
    quiet: () =>
      waitUntil('the checks come to rest', async () => {
        const before = seen.runs;
        await delay(QUIET_MS);
        return before > 0 && seen.runs === before;
      }),
    async [Symbol.asyncDispose]() {
      await shared.close();
      await rm(folder, { recursive: true });
    },
  };
}

describe('what a check writes by itself', { concurrent: true }, () => {
  const makes = (folder: string, run: number): Promise<void> => writeFile(join(folder, `report-${run}`), 'x');

  test('in files with a new name each time sets off no check after check, and is no work of the student', async () => {
    await using watched = await watchFolder(makes);
    await watched.quiet();
    expect(watched.seen.runs).toBeLessThanOrEqual(4);
    expect(watched.seen.saved).toBe(0);
    const before = watched.seen.runs;
    await writeFile(join(watched.folder, '0'), 'saved');
    await waitUntil('the save is seen', () => watched.seen.saved > 0);
    await watched.quiet();
    expect(watched.seen).toEqual({ runs: before + 1, saved: 1 });
  });

  test('in a copy that has the time of its original is known by when it was put there', async () => {
    await using watched = await watchFolder(async (folder, run) => {
      await makes(folder, run);
      await utimes(join(folder, `report-${run}`), 1000, 1000);
    });
    await watched.quiet();
    expect(watched.seen.saved).toBe(0);
    expect(watched.seen.runs).toBeLessThanOrEqual(4);
  });

  test('in files that were there, another one each time, comes to rest, and a save sets off a check again', async () => {
    await using watched = await watchFolder((folder, run) => writeFile(join(folder, String(run % 3)), `${run}`));
    await watched.quiet();
    expect(watched.seen.runs).toBeLessThanOrEqual(8);
    const before = watched.seen.runs;
    await writeFile(join(watched.folder, 'new'), 'saved');
    await watched.quiet();
    expect(watched.seen.runs).toBeGreaterThan(before);
    expect(watched.seen.runs).toBeLessThanOrEqual(before + 8);
  });

  test('does not hide a new file that the student saves meanwhile', async () => {
    let saved = '';
    await using watched = await watchFolder(async (folder, run) => {
      if (run === 1) await writeFile(join(folder, 'mine'), 'new');
      saved = await readFile(join(folder, 'mine'), 'utf8');
    });
    await watched.quiet();
    expect(watched.seen.runs).toBe(2);
    expect(saved).toBe('new');
  });
});
