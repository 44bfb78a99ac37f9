import { writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';

afterEach(() => void vi.useRealTimers());

const ID = { exerciseId: 'first-steps' };
const CRITERION = 'The answer is written';
const [PAST, NOW, FUTURE] = ['1970-01-01T00:00:10.000Z', '2026-03-01T12:00:00.000Z', '2100-01-01T00:00:00.000Z'];

function setClock(time: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
}

async function open(): Promise<TestDaemon> {
  const files = lessons(exercise({ config: { hints: { [CRITERION]: ['one', 'two', 'three', 'four'] } } }));
  return TestDaemon.open({ files, flags: { idleTimeout: 60_000 } });
}

async function progressOf(daemon: TestDaemon) {
  const { exercises } = await daemon.progress();
  return exercises[0];
}

describe('a clock that jumps', () => {
  test.each([
    [FUTURE, PAST],
    [PAST, FUTURE],
    [FUTURE, NOW],
    [NOW, PAST],
  ])('from %s to %s takes nothing back of what was done', async (first, second) => {
    setClock(first);
    await using daemon = await open();
    await daemon.start();
    await writeFile(daemon.home.workspace('first-steps', 'answer.txt'), 'done');
    await daemon.post('/exercises/verify', ID);
    const before = await progressOf(daemon);
    expect(before).toMatchObject({ attempts: 1, completedAt: first });
    setClock(second);
    await writeFile(daemon.home.workspace('first-steps', 'answer.txt'), 'spoilt');
    await daemon.post('/exercises/verify', ID);
    expect(await progressOf(daemon)).toMatchObject({ attempts: 2, completedAt: first, firstAttemptAt: first });
    const exported = await daemon.progress();
    expect((await daemon.post('/progress/import', exported)).json).toEqual({ added: 0, merged: 0, unchanged: 1 });
    expect((await daemon.request('/exercises')).json.exercises[0]).toMatchObject({ status: 'completed' });
    expect(await daemon.home.sessions()).toEqual(['af-first-steps']);
  });

  test('locks no hint for longer than the wait itself', async () => {
    setClock(NOW);
    await using daemon = await open();
    await daemon.start();
    const hint = () => daemon.post('/exercises/hint', { ...ID, criterion: CRITERION });
    expect((await hint()).status).toBe(200);
    expect((await hint()).json.error).toBe('hint_locked');
    for (const time of [FUTURE, PAST, NOW]) {
      setClock(time);
      expect([time, (await hint()).status]).toEqual([time, 200]);
    }
  });
});
