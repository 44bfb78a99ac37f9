import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { MAX_IMPORT_BYTES } from '@agent-factory/protocol';
import { type ProgressDocument, progressDocumentSchema } from '@agent-factory/protocol/progress';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { mergeProgress } from '../../src/progress/merge.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons, writeLessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';

const ID = { exerciseId: 'first-steps' };

async function open(): Promise<TestDaemon> {
  const daemon = await TestDaemon.open();
  await daemon.start();
  return daemon;
}

async function progressOf(daemon: TestDaemon): Promise<ProgressDocument> {
  return progressDocumentSchema.parse((await daemon.request('/progress', { headers: { Origin: daemon.origin } })).json);
}

async function check(daemon: TestDaemon, answer: string): Promise<void> {
  await writeFile(daemon.home.workspace('first-steps', 'answer.txt'), answer);
  expect((await daemon.post('/exercises/verify', ID)).status).toBe(200);
}

function timeless({ exercises }: ProgressDocument): unknown {
  return exercises.map((entry) => ({ ...entry, timeOnTaskMs: 0 }));
}

describe('[exercises 4 progress] progress', () => {
  test('has attempts and the results of each criterion, and a completion that later checks do not take back', async () => {
    await using daemon = await open();
    expect((await progressOf(daemon)).exercises).toEqual([]);
    await check(daemon, 'nothing');
    const first = (await progressOf(daemon)).exercises[0];
    expect(first).toMatchObject({ ...ID, version: '1.0.0', attempts: 1, firstAttemptAt: first?.lastAttemptAt });
    expect(first).not.toHaveProperty('completedAt');
    expect(first?.criteria).toEqual([
      {
        name: 'The file is there',
        status: 'passed',
        attempts: 1,
        firstPassedAt: first?.firstAttemptAt,
        hintsRevealed: 0,
      },
      { name: 'The answer is written', status: 'failed', attempts: 1, hintsRevealed: 0 },
    ]);
    await check(daemon, 'done');
    const { completedAt } = (await progressOf(daemon)).exercises[0] ?? {};
    expect(completedAt).toBeDefined();
    await check(daemon, 'spoilt');
    const last = (await progressOf(daemon)).exercises[0];
    expect(last).toMatchObject({ attempts: 3, completedAt, firstAttemptAt: first?.firstAttemptAt });
    expect(last?.criteria[1]).toMatchObject({ status: 'failed', attempts: 3, firstPassedAt: completedAt });
    await check(daemon, 'done');
    expect((await progressOf(daemon)).exercises[0]).toMatchObject({ attempts: 4, completedAt });
    expect((await daemon.request('/exercises')).json.exercises[0]).toMatchObject({ status: 'completed', completedAt });
  });

  test('is kept by version, and a check that could not judge the work is no attempt', async () => {
    await using daemon = await open();
    await check(daemon, 'done');
    await writeLessons(daemon.home.in('site'), lessons(exercise({ version: '2.0.0', check: '#!/bin/sh\nexit 3' })));
    await daemon.home.killTmux();
    await daemon.start();
    await check(daemon, 'done');
    const { exercises } = await progressOf(daemon);
    const attempts = exercises.filter((entry) => entry.attempts > 0).map((entry) => entry.version);
    expect(attempts).toEqual(['1.0.0']);
  });

  test('survives a restart of the daemon and a reset of the exercise', async () => {
    await using daemon = await open();
    await check(daemon, 'done');
    await daemon.post('/exercises/reset', ID);
    const before = await progressOf(daemon);
    expect(before.exercises[0]?.completedAt).toBeDefined();
    await daemon.daemon.close();
    await using again = await TestDaemon.open({ home: daemon.home, content: daemon.home.in('site') });
    expect((await progressOf(again)).exercises).toEqual(before.exercises);
  });

  test('[exercises 4 time-on-task] grows with what a student does', async () => {
    // Sessions are looked at every second then.
    await using daemon = await TestDaemon.open({ flags: { idleTimeout: 4000 } });
    const terminal = await daemon.open();
    await waitUntil('time on task', async () => {
      terminal.type('x');
      return ((await progressOf(daemon)).exercises[0]?.timeOnTaskMs ?? 0) > 1000;
    });
  });
});

describe('[exercises 4 export-import] an export', () => {
  test('comes back as it is, on another machine and on the same', async () => {
    await using daemon = await open();
    await check(daemon, 'done');
    const exported = await progressOf(daemon);
    await using other = await TestDaemon.open();
    const imported = await other.post('/progress/import', exported);
    expect([imported.status, imported.json]).toEqual([200, { added: 1, merged: 0, unchanged: 0 }]);
    expect((await progressOf(other)).exercises).toEqual(exported.exercises);
    expect((await other.post('/progress/import', exported)).json).toEqual({ added: 0, merged: 0, unchanged: 1 });
    expect((await other.request('/exercises')).json.exercises[0]).toMatchObject({
      status: 'not_started',
      completedAt: exported.exercises[0]?.completedAt,
    });
  });

  test('joins what was here: the earlier first time, the later last one, the larger count, the newer result', () => {
    const a = {
      ...ID,
      version: '1.0.0',
      attempts: 5,
      firstAttemptAt: '2026-01-02T00:00:00.000Z',
      lastAttemptAt: '2026-01-03T00:00:00.000Z',
      timeOnTaskMs: 10,
      criteria: [
        {
          name: 'x',
          status: 'passed' as const,
          attempts: 5,
          hintsRevealed: 1,
          firstPassedAt: '2026-01-03T00:00:00.000Z',
        },
        { name: 'y', status: 'failed' as const, attempts: 1, hintsRevealed: 0 },
      ],
    };
    const b = {
      ...ID,
      version: '1.0.0',
      attempts: 2,
      firstAttemptAt: '2026-01-01T00:00:00.000Z',
      lastAttemptAt: '2026-01-04T00:00:00.000Z',
      completedAt: '2026-01-04T00:00:00.000Z',
      timeOnTaskMs: 30,
      criteria: [
        { name: 'x', status: 'failed' as const, attempts: 2, hintsRevealed: 3 },
        { name: 'z', status: 'passed' as const, attempts: 1, hintsRevealed: 0 },
      ],
    };
    const joined = {
      ...ID,
      version: '1.0.0',
      attempts: 5,
      firstAttemptAt: b.firstAttemptAt,
      lastAttemptAt: b.lastAttemptAt,
      completedAt: b.completedAt,
      timeOnTaskMs: 30,
      criteria: [
        { name: 'x', status: 'failed', attempts: 5, hintsRevealed: 3, firstPassedAt: '2026-01-03T00:00:00.000Z' },
        a.criteria[1],
        b.criteria[1],
      ],
    };
    expect(mergeProgress(a, b)).toEqual(joined);
    const other = mergeProgress(b, a);
    expect({ ...other, criteria: [] }).toEqual({ ...joined, criteria: [] });
    expect(new Set(other.criteria.map(({ name }) => name))).toEqual(new Set(['x', 'y', 'z']));
    expect(other.criteria.find(({ name }) => name === 'x')).toEqual(joined.criteria[0]);
    expect(mergeProgress(joined as typeof a, a)).toEqual(joined);
  });

  const entry = (exerciseId: string) => ({ exerciseId, version: '1.0.0', attempts: 1, timeOnTaskMs: 1, criteria: [] });
  const document = (exercises: object[]) => ({
    format: 'af-practice-progress',
    formatVersion: 1,
    exportedAt: '2026-01-06T00:00:00.000Z',
    exercises,
  });

  test('that is large is taken, and one that is too large is refused with the limit', async () => {
    await using daemon = await open();
    const criteria = Array.from({ length: 20 }, (_, index) => ({
      name: `criterion ${index}`,
      status: 'passed',
      attempts: 1,
      hintsRevealed: 0,
    }));
    const large = document(Array.from({ length: 100 }, (_, index) => ({ ...entry(`exercise-${index}`), criteria })));
    expect((await daemon.post('/progress/import', large)).json).toEqual({ added: 100, merged: 0, unchanged: 0 });
    const tooLarge = { ...large, padding: 'x'.repeat(MAX_IMPORT_BYTES) };
    const { status, json } = await daemon.post('/progress/import', tooLarge);
    expect([status, json.error, json.limitBytes]).toEqual([413, 'payload_too_large', MAX_IMPORT_BYTES]);
  });

  test('of the wrong shape is refused whole, and what was here stays', async () => {
    await using daemon = await open();
    await check(daemon, 'done');
    const before = await progressOf(daemon);
    const wrong: Array<[document: object, issue: string]> = [
      [{}, 'format: missing'],
      [{ ...document([]), formatVersion: 2 }, 'formatVersion: found 2, expected 1'],
      [document([entry('first-steps'), { ...entry('x'), attempts: -1 }]), 'exercises.1.attempts: found -1'],
      [document([{ ...entry('../x') }]), 'exercises.0.exerciseId: found "../x"'],
      [document([{ ...entry('x'), completedAt: 'yesterday' }]), 'exercises.0.completedAt: found "yesterday"'],
    ];
    for (const [body, issue] of wrong) {
      const { status, json } = await daemon.post('/progress/import', body);
      expect([status, json.error]).toEqual([400, 'invalid_request']);
      expect(json.issues.join('; ')).toContain(issue);
    }
    expect(timeless(await progressOf(daemon))).toEqual(timeless(before));
  });

  test('that together with what is here is more than an export can hold is refused', async () => {
    await using daemon = await open();
    await daemon.post('/progress/import', document([entry('mine')]));
    const many = document(Array.from({ length: 1000 }, (_, index) => entry(`exercise-${index}`)));
    const { status, json } = await daemon.post('/progress/import', many);
    expect([status, json.error]).toEqual([400, 'invalid_request']);
    expect((await progressOf(daemon)).exercises).toHaveLength(1);
  });
});

describe('[exercises 4 reset] a reset of progress', () => {
  test('asks first', async () => {
    await using daemon = await open();
    await check(daemon, 'done');
    for (const body of [{}, { confirmed: false }, { ...ID }]) {
      const { status, json } = await daemon.post('/progress/reset', body);
      expect([status, json.error]).toEqual([400, 'invalid_request']);
    }
    expect((await progressOf(daemon)).exercises).toHaveLength(1);
  });

  test('forgets one exercise or all, and leaves files and sessions alone', async () => {
    await using daemon = await TestDaemon.open({ files: lessons(exercise(), exercise({ id: 'second' })) });
    await daemon.start();
    await daemon.start('second');
    await check(daemon, 'done');
    await daemon.post('/exercises/verify', { exerciseId: 'second' });
    const one = await daemon.post('/progress/reset', { ...ID, confirmed: true });
    expect([one.status, one.json]).toEqual([200, { status: 'reset', exercises: 1 }]);
    const left = await progressOf(daemon);
    expect(left.exercises.filter(({ attempts }) => attempts > 0).map(({ exerciseId }) => exerciseId)).toEqual([
      'second',
    ]);
    const [listed] = (await daemon.request('/exercises')).json.exercises;
    expect(listed).toMatchObject({ status: 'running', running: true });
    expect(listed).not.toHaveProperty('completedAt');
    expect((await daemon.post('/progress/reset', { confirmed: true })).json.exercises).toBeGreaterThan(0);
    expect(await daemon.home.sessions()).toHaveLength(2);
    expect((await daemon.post('/exercises/verify', ID)).json.complete).toBe(true);
  });
});

test('[exercises 4 progress] completions of an earlier version of the practice server are kept', async () => {
  await using home = await Home.make();
  mkdirSync(home.in('.af-practice'), { recursive: true });
  const database = new Database(home.in('.af-practice', 'state.db'));
  database.exec(`
    create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null);
    insert into kysely_migration values ('001-foundation', '2026-01-01T00:00:00.000Z');
    insert into kysely_migration_lock values ('migration_lock', 0);
    create table workspaces (exercise_id text primary key, version text not null, agent text not null,
      conversation_id text not null, seeded text not null, setup_done integer not null, created_at text not null);
    create table sessions (exercise_id text primary key, agent text not null, ticket text not null, created_at text not null);
    create table completions (exercise_id text not null, version text not null, completed_at text not null,
      constraint completions_key primary key (exercise_id, version));
    insert into workspaces values ('first-steps', '1.0.0', 'shell', 'c', '[]', 1, '2026-01-02T00:00:00.000Z');
    insert into workspaces values ('second', '1.0.0', 'shell', 'c', '[]', 1, '2026-01-05T00:00:00.000Z');
    insert into completions values ('first-steps', '1.0.0', '2026-01-03T00:00:00.000Z');
    insert into completions values ('second', '1.0.0', '2026-01-04T00:00:00.000Z');`);
  database.close();
  await using daemon = await TestDaemon.open({
    home,
    files: lessons(exercise(), exercise({ id: 'second' })),
  });
  expect((await daemon.request('/exercises')).json.exercises).toMatchObject([
    { id: 'first-steps', status: 'completed', completedAt: '2026-01-03T00:00:00.000Z' },
    { id: 'second', status: 'in_progress', completedAt: '2026-01-04T00:00:00.000Z' },
  ]);
  expect((await progressOf(daemon)).exercises).toMatchObject([
    { exerciseId: 'first-steps', attempts: 0, completedAt: '2026-01-03T00:00:00.000Z' },
    { exerciseId: 'second', attempts: 0, completedAt: '2026-01-04T00:00:00.000Z' },
  ]);
});
