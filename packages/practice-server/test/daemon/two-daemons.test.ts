import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { holdHome } from '../../src/discovery/hold-home.js';
import type { Paths } from '../../src/home/paths.js';
import { type HomeLock, lockHome } from '../../src/store/home-lock.js';
import { serve } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';

const STALE = JSON.stringify({ port: 9, pid: 1, startedAt: '2026-02-12T10:30:00.000Z', token: 'x'.repeat(43) });

/** What a home may have been left with. */
const LEFT: ReadonlyArray<[what: string, leave: (home: Home) => void]> = [
  ['nothing', () => {}],
  ['a garbage lock', (home) => writeFileSync(home.in('.af-practice', 'lock.db'), 'garbage '.repeat(2000))],
  ['a short garbage lock', (home) => writeFileSync(home.in('.af-practice', 'lock.db'), 'g')],
  ['a folder for a lock', (home) => mkdirSync(home.in('.af-practice', 'lock.db', 'x'), { recursive: true })],
  ['a stale discovery file', (home) => writeFileSync(home.in('.af-practice-server.json'), STALE)],
];

test.each([...LEFT, ...LEFT, ...LEFT, ...LEFT])(
  '[practice-environment 1.6 one-writer] two daemons at once in a home with %s: one runs, and the other says where',
  async (_what, leave) => {
    await using home = await Home.make();
    mkdirSync(home.in('.af-practice'));
    rmSync(home.in('.af-practice', 'lock.db'), { recursive: true, force: true });
    leave(home);
    await using first = serve(home, ['--agent', 'shell']);
    await using second = serve(home, ['--agent', 'shell']);
    const ended = await Promise.race([first, second].map(async (cli) => ({ cli, ...(await cli.exited()) })));
    const winner = ended.cli === first ? second : first;
    const { port, pid } = await winner.discovery();
    expect([pid, winner.process.exitCode]).toEqual([winner.pid, null]);
    expect([ended.code, ended.cli.stdout, ended.cli.stderr]).toEqual([
      0,
      expect.stringContaining(`already running on http://localhost:${port} (process ${pid})`),
      expect.any(String),
    ]);
  },
);

test('[practice-environment 1.6 one-writer] a lock that is held for a moment alone, as by one that gives up, is taken after it', async () => {
  await using home = await Home.make();
  const path = home.in('lock.db');
  const paths = { lock: path, discovery: home.in('.af-practice-server.json') } as Paths;
  const held = lockHome(path);
  const info = vi.fn();
  const holding = holdHome(paths, { info });
  held.release();
  const lock = (await holding) as HomeLock;
  expect(lock.holds()).toBe(true);
  await delay(1200); // by when whoever still waits is told why
  expect(info).not.toHaveBeenCalled();
  lock.release();
});

test('[practice-environment 1.6 one-writer] a lock that was removed under a running daemon is not taken, nor kept', async () => {
  await using daemon = await TestDaemon.open();
  const lock = daemon.home.in('.af-practice', 'lock.db');
  const discovery = daemon.home.in('.af-practice-server.json');
  rmSync(lock);
  const held = await holdHome({ lock, discovery } as Paths, { info: () => {} });
  expect(held).toMatchObject({ discovery: { port: daemon.daemon.port } });
  lockHome(lock).release();
});

test('[practice-environment 1.6 one-writer] a lock that cannot be taken for another reason says which, at once and without a rival', async () => {
  await using home = await Home.make();
  mkdirSync(home.in('lock.db'));
  const info = vi.fn();
  const paths = { lock: home.in('lock.db'), discovery: home.in('.af-practice-server.json') } as Paths;
  const refusal = await holdHome(paths, { info }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ reason: 'no_state' });
  expect(String(refusal)).not.toContain('Ctrl+C');
  expect(info).not.toHaveBeenCalled();
});

test('[practice-environment 1.6 one-writer] a lock that garbage was written over while it was held still holds', async () => {
  await using home = await Home.make();
  await using holder = serve(home, ['--agent', 'shell']);
  await holder.discovery();
  const path = home.in('.af-practice', 'lock.db');
  writeFileSync(path, 'garbage '.repeat(2000));
  expect(() => lockHome(path)).toThrow('Another practice server uses this home directory.');
  rmSync(home.in('.af-practice-server.json'));
  await using other = serve(home, ['--agent', 'shell']);
  const { code } = await other.exited();
  expect([code, other.stderr]).toEqual([1, expect.stringContaining('Another practice server uses')]);
  expect(other.stderr).toContain('Waiting for the practice server that holds this home directory');
  expect(other.stderr).toContain(
    'end it with Ctrl+C in the terminal it was started in, or end its process, then start again',
  );
});

test('[practice-environment 1.6 one-writer] a lock whose file was replaced says that it no longer holds', async () => {
  await using home = await Home.make();
  const path = home.in('lock.db');
  const lock = lockHome(path);
  expect(lock.holds()).toBe(true);
  rmSync(path);
  expect(lock.holds()).toBe(false);
  const next = lockHome(path);
  expect([lock.holds(), next.holds()]).toEqual([false, true]);
  next.release();
  lock.release();
});
