import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { acquireLock, smileHome } from '../../src/loop/lock/lock.js';
import { processStart } from '../../src/loop/lock/process-start.js';
import { temporary } from './scripted.js';

const HERE = { pid: process.pid, host: hostname(), runId: 'other', released: false };

async function plant(home: string, text: string): Promise<void> {
  await mkdir(join(home, 'lock'), { recursive: true });
  await writeFile(join(home, 'lock', '7'), text);
}

it('[smile-loop 7.E3] refuses a second loop and says which one runs, and how to stop it', async () => {
  await using home = await temporary();
  await using lock = await acquireLock(home.path, 'first');
  const failure = await acquireLock(home.path, 'second').catch((error) => error);
  expect(failure).toMatchObject({ code: 'loop_running', exitCode: 7, facts: { runId: 'first', pid: process.pid } });
  expect(failure.message).toContain(`kill ${process.pid}`);
  await lock.release();
  await lock.release();
  await (await acquireLock(home.path, 'second')).release();
});

it('takes over from a process that was killed', async () => {
  await using home = await temporary();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const startedAs = await processStart(child.pid ?? 0);
  await plant(home.path, JSON.stringify({ ...HERE, pid: child.pid, startedAs }));
  await expect(acquireLock(home.path, 'new')).rejects.toMatchObject({ code: 'loop_running' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  await using _lock = await acquireLock(home.path, 'new');
  expect(await readdir(join(home.path, 'lock'))).toEqual(['8']);
});

it('takes over when the id of the owner is now that of another process', async () => {
  await using home = await temporary();
  await plant(home.path, JSON.stringify({ ...HERE, startedAs: 'earlier' }));
  await using _lock = await acquireLock(home.path, 'new');
});

it.each(['', '{"pid":', '{"pid":1}'])('takes over a lock that is half written: %j', async (text) => {
  await using home = await temporary();
  await plant(home.path, text);
  await using _lock = await acquireLock(home.path, 'new');
});

it('leaves the lock of another machine, and says what to do', async () => {
  await using home = await temporary();
  await plant(home.path, JSON.stringify({ ...HERE, host: 'elsewhere', startedAs: 'x' }));
  await expect(acquireLock(home.path, 'new')).rejects.toThrow(/machine "elsewhere".*remove /);
});

it.each([1, 2, 3, 4, 5])("lets one of many takers have a dead owner's lock, round %d", async () => {
  await using home = await temporary();
  await plant(home.path, JSON.stringify({ ...HERE, startedAs: 'earlier' }));
  const takers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => acquireLock(home.path, `run-${index}`)),
  );
  const winners = takers.flatMap((taker) => (taker.status === 'fulfilled' ? [taker.value] : []));
  expect(winners).toHaveLength(1);
  expect(await readdir(join(home.path, 'lock'))).toEqual(['8']);
  await winners[0]?.release();
  expect(JSON.parse(await readFile(join(home.path, 'lock', '8'), 'utf8'))).toMatchObject({ released: true });
});

it('knows no start of a process that is not there', async () => {
  expect(await processStart(2 ** 22 + 1)).toBeUndefined();
  expect(await processStart(process.pid)).toBe(await processStart(process.pid));
});

it('is in the folder that the environment names', () => {
  expect(smileHome({ SMILE_HOME: '/somewhere' })).toBe('/somewhere');
  expect(smileHome({ SMILE_HOME: '' })).toMatch(/\.smile$/);
});
