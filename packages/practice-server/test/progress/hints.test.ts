import { readdir, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, type Files, lessons } from '../fixtures/lessons.js';
import { Site } from '../fixtures/site.js';

const ID = { exerciseId: 'first-steps' };
const [THERE, WRITTEN] = ['The file is there', 'The answer is written'];
const LADDER = ['Look at answer.txt.', 'It needs one word.', 'Like this: echo word > file'];
const SECRET = 'the whole solution, word for word\n';

const CONFIG = {
  hints: { [WRITTEN]: LADDER },
  stages: [{ title: 'Write it', criteria: [THERE, WRITTEN] }],
  solutionFiles: ['answer.txt', 'more/notes.txt'],
  network: true,
  next: 'second',
};
const SOLUTION: Files = {
  'first-steps/solution/answer.txt': 'done\n',
  'first-steps/solution/more/notes.txt': SECRET,
  'first-steps/solution/unlisted.txt': 'not for students',
};

function files(config: object = CONFIG): Files {
  return { ...lessons(exercise({ config: { ...config } }), exercise({ id: 'second' })), ...SOLUTION };
}

async function open(): Promise<TestDaemon> {
  const daemon = await TestDaemon.open({ files: files() });
  await daemon.start();
  return daemon;
}

function hint(daemon: TestDaemon, criterion = WRITTEN) {
  return daemon.post('/exercises/hint', { ...ID, criterion });
}

function solution(daemon: TestDaemon, more: object = {}) {
  return daemon.post('/exercises/solution', { ...ID, ...more });
}

async function complete(daemon: TestDaemon): Promise<void> {
  await writeFile(daemon.home.workspace('first-steps', 'answer.txt'), 'done');
  expect((await daemon.post('/exercises/verify', ID)).json.complete).toBe(true);
}

describe('[exercises 3 hints] the hint ladder of a criterion', () => {
  test('shows its first rung at once, and the next after a check or some time', async () => {
    await using daemon = await open();
    const before = Date.now();
    const first = await hint(daemon);
    expect(first.status).toBe(200);
    expect(first.json).toEqual({
      criterion: WRITTEN,
      hints: LADDER.slice(0, 1),
      total: 3,
      nextAt: expect.any(String),
    });
    expect(Date.parse(first.json.nextAt) - before).toBeGreaterThanOrEqual(3 * 60_000);
    const second = await hint(daemon);
    expect([second.status, second.json.error]).toEqual([409, 'hint_locked']);
    expect(second.json.availableAt).toBe(first.json.nextAt);
    await daemon.post('/exercises/verify', ID);
    expect((await hint(daemon)).json).toMatchObject({ hints: LADDER.slice(0, 2) });
    expect((await hint(daemon)).json.error).toBe('hint_locked');
  });

  test('of two clicks at once shows one rung', async () => {
    await using daemon = await open();
    const answers = await Promise.all([hint(daemon), hint(daemon), hint(daemon)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('is not opened by a check that could not judge the work', async () => {
    const check = '#!/bin/sh\nexit 3';
    const broken = { ...files(), ...exercise({ check, config: { ...CONFIG } }) };
    await using daemon = await TestDaemon.open({ files: broken });
    await daemon.start();
    await hint(daemon);
    await daemon.post('/exercises/verify', ID);
    expect((await hint(daemon)).json.error).toBe('hint_locked');
  });

  test('is open to its end once the exercise is complete, and then has no more', async () => {
    await using daemon = await open();
    await complete(daemon);
    for (const count of [1, 2, 3]) {
      const { json } = await hint(daemon);
      expect(json).toEqual({ criterion: WRITTEN, hints: LADDER.slice(0, count), total: 3 });
    }
    const { status, json } = await hint(daemon);
    expect([status, json.error, json.total]).toEqual([404, 'hint_not_found', 3]);
  });

  test('is there for a criterion that has one, and for no word that every object knows', async () => {
    await using daemon = await open();
    for (const criterion of [THERE, 'constructor', '__proto__', 'nothing']) {
      const { status, json } = await hint(daemon, criterion);
      expect([criterion, status, json.error]).toEqual([criterion, 404, 'hint_not_found']);
    }
  });

  test('is recorded: what was shown is told at the next start, after the daemon was restarted too', async () => {
    await using daemon = await open();
    expect((await daemon.start()).outline).toEqual({
      stages: CONFIG.stages,
      hints: { [WRITTEN]: 3 },
      revealed: {},
      hasSolution: true,
      network: true,
      next: 'second',
    });
    await hint(daemon);
    expect((await daemon.start()).outline.revealed).toEqual({ [WRITTEN]: LADDER.slice(0, 1) });
    await daemon.daemon.close();
    await using again = await TestDaemon.open({ home: daemon.home, content: daemon.home.in('site') });
    expect((await again.start()).outline.revealed).toEqual({ [WRITTEN]: LADDER.slice(0, 1) });
    expect((await hint(again)).json.error).toBe('hint_locked');
  });
});

describe('an exercise that is published again in format 2', () => {
  const { hints: _hints, stages: _stages, ...rest } = CONFIG;
  const CRITERIA = [
    { id: 'there', title: THERE, stage: 'Write it' },
    { id: 'written', title: WRITTEN, stage: 'Write it', needs: ['there'], hints: LADDER },
  ];

  test('goes on where it was: its stages, the hints that were shown, and what a check has found', async () => {
    await using site = await Site.open(files());
    await using daemon = await TestDaemon.open({ content: site.url });
    const before = (await daemon.start()).outline;
    await hint(daemon);
    await daemon.post('/exercises/verify', ID);
    await hint(daemon);
    await daemon.home.killTmux();
    site.publish(files({ formatVersion: 2, version: '1.0.1', ...rest, criteria: CRITERIA }));
    const { outline, update } = await daemon.start();
    expect(update).toMatchObject({ from: '1.0.0', to: '1.0.1' });
    expect(outline).toEqual({ ...before, revealed: { [WRITTEN]: LADDER.slice(0, 2) } });
    const { json } = await daemon.post('/exercises/verify', ID);
    expect(json.criteria.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      ['there', THERE],
      ['written', WRITTEN],
    ]);
    expect((await hint(daemon)).json).toMatchObject({ hints: LADDER, total: 3 });
    const { exercises } = (await daemon.request('/progress', { headers: { Origin: daemon.origin } })).json;
    const hinted = exercises.map(({ version, criteria }: { version: string; criteria: object[] }) => [
      version,
      criteria,
    ]);
    expect(Object.fromEntries(hinted)).toEqual({
      '1.0.0': expect.arrayContaining([expect.objectContaining({ name: WRITTEN, hintsRevealed: 2, attempts: 1 })]),
      '1.0.1': expect.arrayContaining([expect.objectContaining({ name: WRITTEN, hintsRevealed: 3, attempts: 1 })]),
    });
  });
});

describe('[exercises 3 solution] the solution', () => {
  test('is shown after completion, in the files that are listed', async () => {
    await using daemon = await open();
    expect((await solution(daemon)).json.error).toBe('solution_locked');
    await complete(daemon);
    const { status, json } = await solution(daemon);
    expect(status).toBe(200);
    expect(json.files).toEqual([
      { path: 'answer.txt', text: 'done\n' },
      { path: 'more/notes.txt', text: SECRET },
    ]);
  });

  test('is shown before it where the student has confirmed, which is recorded, and lies nowhere in their home', async () => {
    await using daemon = await open();
    const { status } = await solution(daemon, { confirmed: true });
    expect(status).toBe(200);
    const { exercises } = (await daemon.request('/progress', { headers: { Origin: daemon.origin } })).json;
    expect(exercises[0]).toMatchObject({ ...ID, solutionShownAt: expect.any(String) });
    expect(await daemon.home.filesWith('first-steps', ['af-practice', '.af-practice'])).not.toEqual([]);
    expect(await daemon.home.filesWith(SECRET.trim(), ['af-practice', '.af-practice'])).toEqual([]);
  });

  test('stays open after a reset', async () => {
    await using daemon = await open();
    await complete(daemon);
    await daemon.post('/exercises/reset', ID);
    expect((await solution(daemon)).json.error).toBe('exercise_not_started');
    await daemon.start();
    expect((await solution(daemon)).status).toBe(200);
  });

  test('is missing where the exercise lists none, and broken where a listed file is not there', async () => {
    await using daemon = await TestDaemon.open({ files: files({ ...CONFIG, solutionFiles: ['gone.txt'] }) });
    await daemon.start();
    await daemon.start('second');
    const none = await daemon.post('/exercises/solution', { exerciseId: 'second', confirmed: true });
    expect([none.status, none.json.error]).toEqual([404, 'solution_missing']);
    const gone = await solution(daemon, { confirmed: true });
    expect([gone.status, gone.json.error, gone.json.file]).toEqual([
      502,
      'content_invalid',
      'first-steps/solution/gone.txt',
    ]);
  });

  test('is asked for only then, and never again from a cache', async () => {
    await using site = await Site.open(files());
    await using daemon = await TestDaemon.open({ content: site.url });
    await daemon.start();
    await solution(daemon);
    const asked = (): string[] => site.requests.filter((path) => path.includes('/solution/'));
    expect(asked()).toEqual([]);
    await solution(daemon, { confirmed: true });
    expect(asked()).toEqual(['first-steps/solution/answer.txt', 'first-steps/solution/more/notes.txt']);
    await site.close();
    expect((await solution(daemon, { confirmed: true })).json.error).toBe('content_unreachable');
  });
});

test('[exercises 1 os] an exercise for other systems says so and makes no workspace', async () => {
  const other = process.platform === 'linux' ? 'darwin' : 'linux';
  await using daemon = await TestDaemon.open({ files: lessons(exercise({ config: { os: [other] } })) });
  const { status, json } = await daemon.post('/exercises/start', ID);
  expect([status, json.error, json.os]).toEqual([409, 'system_unsupported', [other]]);
  expect(await readdir(daemon.home.in('af-practice'))).toEqual([]);
});
