import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { isAlive } from '../fixtures/machine/processes.js';
import { waitUntil } from '../fixtures/wait-until.js';

const FIRST = { exerciseId: 'first-steps' };

describe('[practice-environment 1.2 destroy] a reset', () => {
  test('does not wait for a set-up that hangs; the start hears why it was given up', async () => {
    const files = lessons(exercise({ setup: ['echo $$ > "$HOME/set-up"; sleep 300'] }));
    await using daemon = await TestDaemon.open({ files });
    const start = daemon.post('/exercises/start', FIRST);
    const pid = Number(await waitUntil('it sets up', () => daemon.home.read('set-up').catch(() => undefined)));
    expect((await daemon.post('/exercises/reset', FIRST)).status).toBe(200);
    expect((await start).json).toMatchObject({ error: 'exercise_not_started' });
    expect(await isAlive(pid)).toBe(false);
    expect(await daemon.home.sessions()).toEqual([]);
  });

  test('does not wait for a check that hangs', async () => {
    const check = '#!/bin/sh\necho $$ > "$HOME/check"\nsleep 300\n';
    await using daemon = await TestDaemon.open({ files: lessons(exercise({ check, checkTimeout: 250 })) });
    await daemon.start();
    const verify = daemon.post('/exercises/verify', FIRST);
    const pid = Number(await waitUntil('it checks', () => daemon.home.read('check').catch(() => undefined)));
    expect((await daemon.post('/exercises/reset', FIRST)).status).toBe(200);
    expect((await verify).json).toMatchObject({ error: 'exercise_not_started' });
    expect(await isAlive(pid)).toBe(false);
  });

  test('[practice-environment 3.3 kill] ends what has left the session', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.type(
      'setsid sleep 300 & echo $! > "$HOME/escaped"; setsid sh -c \'echo $$ > "$HOME/deeper"; exec sleep 300\' &\r',
    );
    const pids = await waitUntil('both run', async () => {
      const texts = await Promise.all(['escaped', 'deeper'].map((name) => daemon.home.read(name).catch(() => '')));
      return texts.every((text) => text !== '') && texts.map(Number);
    });
    expect((await daemon.post('/exercises/reset', FIRST)).status).toBe(200);
    for (const pid of pids) expect(await isAlive(pid)).toBe(false);
  });

  test('that has no place for the work changes nothing: session, page and files stay', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    await writeFile(daemon.home.workspace('first-steps', 'answer.txt'), 'mine');
    const archive = daemon.home.in('.af-practice', 'archive');
    await rm(archive, { recursive: true, force: true });
    await writeFile(archive, 'a file in the way');
    const refused = await daemon.post('/exercises/reset', FIRST);
    expect([refused.status, refused.json.error]).toEqual([500, 'workspace_failed']);
    terminal.type('echo $(cat answer.txt) $((40 + 2))\r');
    await terminal.shows('mine 42');
    expect((await daemon.post('/exercises/verify', FIRST)).json.criteria).toHaveLength(2);
    await rm(archive);
    expect((await daemon.post('/exercises/reset', FIRST)).status).toBe(200);
    expect(await readdir(archive)).toHaveLength(1);
  });
});

test('[practice-environment 1.2 destroy] a reset that cannot change its record leaves nothing in the archive, and the session where it is', async () => {
  await using daemon = await TestDaemon.open();
  const terminal = await daemon.open();
  const state = new Database(daemon.home.in('.af-practice', 'state.db'));
  state.exec("create trigger held before delete on workspaces begin select raise(abort, 'held'); end");
  expect((await daemon.post('/exercises/reset', FIRST)).status).toBe(500);
  expect(await readdir(daemon.home.in('.af-practice', 'archive'))).toEqual([]);
  terminal.type('echo sum $((40 + 2))\r');
  await terminal.shows('sum 42');
  state.exec('drop trigger held');
  state.close();
  expect((await daemon.post('/exercises/reset', FIRST)).status).toBe(200);
});

test('[practice-environment 2.2 data-loss] a session outlives the folder of all workspaces, and its page comes back', async () => {
  await using daemon = await TestDaemon.open();
  const { wsUrl } = await daemon.start();
  await rm(daemon.home.in('af-practice'), { recursive: true });
  const terminal = daemon.connect(wsUrl);
  await terminal.attached();
  terminal.type('echo sum $((40 + 2))\r');
  await terminal.shows('sum 42');
  await mkdir(daemon.home.in('af-practice'), { recursive: true });
});
