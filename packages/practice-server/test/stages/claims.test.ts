import { writeFile } from 'node:fs/promises';
import { type Marker, stagesResponseSchema } from '@agent-factory/protocol/stages';
import { describe, expect, test, vi } from 'vitest';
import { stages as capability } from '../../src/capabilities/stages.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { dataOf, eventsOf } from '../fixtures/event-reader.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { withInsideOf } from '../fixtures/spied-capability.js';

const ID = 'first-steps';
const [THERE, WRITTEN] = ['The file is there', 'The answer is written'];
const CONFIG = {
  formatVersion: 2,
  stages: ['Look around', 'Find the file', 'Write it'],
  criteria: [
    { id: 'there', title: THERE, stage: 'Find the file' },
    { id: 'written', title: WRITTEN, stage: 'Write it' },
  ],
};

/** A daemon with an exercise of three stages, of which the tutor judges the first, and a way to say markers. */
async function open(config: object = CONFIG) {
  const { capabilities, inside } = withInsideOf(capability);
  const files = lessons(exercise({ config: { ...config } }), exercise({ id: 'second' }));
  const daemon = await TestDaemon.open({ files, capabilities });
  await daemon.start();
  let said = 0;
  const say = (marker: Marker, place: 'terminal' | 'chat' = 'terminal') => {
    said += 1;
    void inside().hooks.onMarker?.({ exerciseId: ID, marker, key: `${said}`, place });
  };
  return {
    daemon,
    inside,
    say,
    claim: (stageNumber: number) => say({ kind: 'stage_complete', stageNumber }),
    stages: async () => stagesResponseSchema.parse((await daemon.request(`/exercises/${ID}/stages`)).json),
    solve: () => writeFile(daemon.home.workspace(ID, 'answer.txt'), 'done'),
    [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose](),
  };
}

describe('[terminal-events 4 claim] a claim of the tutor', () => {
  test('on a stage without criteria is the tutor’s word', async () => {
    await using practice = await open();
    practice.claim(1);
    expect(await dataOf(practice.daemon, 'stage_completed')).toEqual([
      { stageNumber: 1, title: 'Look around', by: 'tutor' },
    ]);
    const { stages, current } = await practice.stages();
    expect([stages[0]?.status, stages[0]?.by, current]).toEqual(['complete', 'tutor', 2]);
  });

  test('that holds completes the stage, once its criteria have passed', async () => {
    await using practice = await open();
    const terminal = await practice.daemon.open();
    practice.claim(2);
    expect(await terminal.frame('stage_complete')).toEqual({ type: 'stage_complete', stageNumber: 2 });
    expect(await dataOf(practice.daemon, 'stage_completed')).toEqual([
      { stageNumber: 2, title: 'Find the file', by: 'check' },
    ]);
  });

  test('that does not hold is refused with the first criterion that does not pass', async () => {
    await using practice = await open();
    practice.claim(3);
    const refusal = { reason: 'criterion', criterion: WRITTEN, message: 'Write done into answer.txt.' };
    expect(await dataOf(practice.daemon, 'stage_refused')).toEqual([{ stageNumber: 3, ...refusal }]);
    const third = (await practice.stages()).stages[2];
    expect(third?.status).toBe('open');
    expect(third?.refused).toMatchObject(refusal);
    expect(third?.criteria).toEqual([{ name: WRITTEN, status: 'failed' }]);
  });

  test('counts as no attempt', async () => {
    await using practice = await open();
    practice.claim(3);
    await dataOf(practice.daemon, 'stage_refused');
    expect((await practice.daemon.progress()).exercises).toEqual([]);
  });

  test('that was refused counts when it is said again and holds', async () => {
    await using practice = await open();
    practice.claim(3);
    await dataOf(practice.daemon, 'stage_refused');
    await practice.solve();
    practice.claim(3);
    await dataOf(practice.daemon, 'stage_completed', 2);
    expect((await practice.stages()).stages[2]?.refused).toBeUndefined();
    expect(await practice.inside().hooks.describeWork?.(ID)).toBeUndefined();
  });

  test('that is repeated completes its stage once', async () => {
    await using practice = await open();
    for (let time = 0; time < 5; time += 1) practice.claim(2);
    practice.claim(1);
    await dataOf(practice.daemon, 'stage_completed', 2);
    const completed = await dataOf(practice.daemon, 'stage_completed');
    expect(completed.map(({ stageNumber }) => stageNumber)).toEqual([2, 1]);
  });

  test('that is said again of what is complete is not checked again, whatever has become of the work', async () => {
    await using practice = await open();
    await practice.solve();
    practice.claim(3);
    await dataOf(practice.daemon, 'stage_completed', 2);
    await writeFile(practice.daemon.home.workspace(ID, 'answer.txt'), 'gone');
    practice.claim(3);
    practice.claim(1);
    await dataOf(practice.daemon, 'stage_completed', 3);
    expect(await eventsOf(practice.daemon, '&type=stage_refused')).toEqual([]);
  });

  test('that is refused is told to the tutor: in the terminal at once, in a chat with the next message', async () => {
    await using practice = await open();
    const { host, hooks } = practice.inside();
    const told = vi.spyOn(host.sessions, 'sayWhenWaiting');
    const line = `Stage 3 is not complete yet: “${WRITTEN}” does not pass. Write done into answer.txt.`;
    practice.say({ kind: 'stage_complete', stageNumber: 3 }, 'chat');
    await dataOf(practice.daemon, 'stage_refused');
    practice.claim(3);
    await dataOf(practice.daemon, 'stage_refused', 2);
    await expect.poll(() => told.mock.calls).toEqual([[ID, line]]);
    expect(await hooks.describeWork?.(ID)).toBe(line);
  });

  test.each([0, 4, 100, 999_999_999])('on stage %i of three is refused as unknown, and kept', async (stageNumber) => {
    await using practice = await open();
    practice.claim(stageNumber);
    expect(await dataOf(practice.daemon, 'stage_refused')).toEqual([
      { stageNumber, reason: 'unknown', message: 'It has stages 1 to 3.' },
    ]);
    expect((await practice.stages()).course).toBeUndefined();
  });

  test.each(['exit 3', 'sleep 30'])('that cannot be judged is not held against the student: %s', async (what) => {
    const broken = lessons(exercise({ check: `#!/bin/sh\n${what}`, checkTimeout: 1, config: { ...CONFIG } }));
    const { capabilities, inside } = withInsideOf(capability);
    await using daemon = await TestDaemon.open({ files: broken, capabilities });
    await daemon.start();
    inside().hooks.onMarker?.({
      exerciseId: ID,
      marker: { kind: 'stage_complete', stageNumber: 2 },
      key: '1',
      place: 'terminal',
    });
    expect(await dataOf(daemon, 'stage_refused')).toMatchObject([{ stageNumber: 2, reason: 'not_judged' }]);
  });

  test('of an exercise that was never started is nothing', async () => {
    const { capabilities, inside } = withInsideOf(capability);
    await using daemon = await TestDaemon.open({ capabilities });
    inside().hooks.onMarker?.({
      exerciseId: 'second',
      marker: { kind: 'course_complete' },
      key: '1',
      place: 'terminal',
    });
    await daemon.start();
    expect((await eventsOf(daemon)).map(({ type }) => type)).not.toContain('course_claimed');
  });
});

describe('[terminal-events 4 course-complete] a claim on the whole exercise', () => {
  test('that holds completes the exercise, officially', async () => {
    await using practice = await open();
    const terminal = await practice.daemon.open();
    await practice.solve();
    practice.say({ kind: 'course_complete' });
    expect(await terminal.frame('course_complete')).toEqual({ type: 'course_complete' });
    expect(await dataOf(practice.daemon, 'exercise_completed')).toMatchObject([{ xp: 0, first: true }]);
    expect((await practice.stages()).course).toMatchObject({ by: 'check' });
    expect((await practice.daemon.progress()).exercises).toMatchObject([{ attempts: 1 }]);
  });

  test('that does not hold is refused with the first criterion that does not pass', async () => {
    await using practice = await open();
    practice.say({ kind: 'course_complete' });
    expect(await dataOf(practice.daemon, 'course_refused')).toMatchObject([
      { reason: 'criterion', criterion: WRITTEN },
    ]);
    expect((await practice.stages()).course).toMatchObject({ refused: { criterion: WRITTEN } });
    expect((await practice.daemon.progress()).exercises).toEqual([]);
  });

  test('that has a check and no criteria in its configuration is judged by what the check says', async () => {
    await using practice = await open({});
    practice.say({ kind: 'course_complete' });
    await dataOf(practice.daemon, 'course_claimed');
    expect(await dataOf(practice.daemon, 'course_refused')).toMatchObject([{ criterion: WRITTEN }]);
    expect(await eventsOf(practice.daemon, '&type=course_completed')).toEqual([]);
  });

  test('that is said again counts as no further attempt', async () => {
    await using practice = await open();
    await practice.solve();
    practice.say({ kind: 'course_complete' });
    await dataOf(practice.daemon, 'check_ended');
    const checked = vi.spyOn(practice.inside().host.sessions, 'verify');
    practice.say({ kind: 'course_complete' });
    practice.claim(1);
    await dataOf(practice.daemon, 'stage_completed', 3);
    expect(checked).not.toHaveBeenCalled();
  });

  test('that does not hold completes the stages that have passed all the same', async () => {
    await using practice = await open();
    practice.say({ kind: 'course_complete' });
    expect(await dataOf(practice.daemon, 'stage_completed')).toMatchObject([{ stageNumber: 2, by: 'check' }]);
  });
});

describe('[terminal-events 4 stage-unlocked] a payment that the tutor confirms', () => {
  const payment = { kind: 'stage_unlocked', stageNumber: 2, txHash: '0xAb12' } as const;

  test('is kept with its transaction, once', async () => {
    await using practice = await open();
    const terminal = await practice.daemon.open();
    practice.say(payment);
    practice.say(payment);
    expect(await terminal.frame('stage_unlocked')).toEqual({
      type: 'stage_unlocked',
      stageNumber: 2,
      txHash: '0xAb12',
    });
    practice.claim(1);
    await dataOf(practice.daemon, 'stage_completed');
    expect(await dataOf(practice.daemon, 'stage_unlocked')).toEqual([{ stageNumber: 2, txHash: '0xAb12' }]);
    expect((await practice.stages()).stages[1]?.unlocked).toMatchObject({ txHash: '0xAb12' });
  });

  test('of a stage that there is not is refused', async () => {
    await using practice = await open();
    practice.say({ ...payment, stageNumber: 7 });
    expect(await dataOf(practice.daemon, 'stage_refused')).toMatchObject([{ stageNumber: 7, reason: 'unknown' }]);
  });
});

describe('[terminal-events 5 stages] the stages of an exercise', () => {
  test('are complete when Check My Work passes their criteria', async () => {
    await using practice = await open();
    await practice.daemon.post('/exercises/verify', { exerciseId: ID });
    const { stages, current } = await practice.stages();
    expect(stages.map(({ status }) => status)).toEqual(['current', 'complete', 'open']);
    expect(current).toBe(1);
  });

  test('begin anew with a new workspace, and when progress is forgotten', async () => {
    await using practice = await open();
    practice.claim(1);
    await dataOf(practice.daemon, 'stage_completed');
    await practice.daemon.post('/exercises/reset', { exerciseId: ID });
    await practice.daemon.start();
    expect((await practice.stages()).current).toBe(1);
    practice.claim(1);
    await dataOf(practice.daemon, 'stage_completed', 2);
    await practice.daemon.post('/progress/reset', { exerciseId: ID, confirmed: true });
    await expect.poll(async () => (await practice.stages()).current).toBe(1);
  });

  test('are complete once, however often they are checked', async () => {
    await using practice = await open();
    for (let time = 0; time < 2; time += 1) await practice.daemon.post('/exercises/verify', { exerciseId: ID });
    await dataOf(practice.daemon, 'check_ended', 2);
    expect(await dataOf(practice.daemon, 'stage_completed')).toHaveLength(1);
  });

  test('stay as they are when the progress of another exercise is forgotten', async () => {
    await using practice = await open();
    practice.claim(1);
    await dataOf(practice.daemon, 'stage_completed');
    await practice.daemon.post('/progress/reset', { exerciseId: 'second', confirmed: true });
    await dataOf(practice.daemon, 'progress_changed');
    expect((await practice.stages()).current).toBe(2);
  });

  test('tell nothing of the work that was there before a reset', async () => {
    await using practice = await open();
    practice.claim(3);
    await dataOf(practice.daemon, 'stage_refused');
    await practice.daemon.post('/exercises/reset', { exerciseId: ID });
    await practice.daemon.start();
    const { stages } = await practice.stages();
    expect(stages[1]?.criteria).toEqual([{ name: THERE, status: 'skipped' }]);
  });

  test('are known after a restart of the daemon', async () => {
    await using practice = await open();
    practice.claim(1);
    await dataOf(practice.daemon, 'stage_completed');
    await practice.daemon.daemon.close();
    await using again = await TestDaemon.open({
      home: practice.daemon.home,
      content: practice.daemon.home.in('site'),
    });
    const { json } = await again.request(`/exercises/${ID}/stages`);
    expect(json).toMatchObject({ current: 2 });
  });

  test('are told of an exercise that was not started, and not of one there is not', async () => {
    await using practice = await open();
    expect((await practice.daemon.request('/exercises/second/stages')).json).toEqual({
      exerciseId: 'second',
      stages: [],
    });
    const unknown = await practice.daemon.request('/exercises/third/stages');
    expect([unknown.status, unknown.json.error]).toEqual([404, 'exercise_not_found']);
    const odd = await practice.daemon.request('/exercises/..%2F..%2Fetc/stages');
    expect([odd.status, odd.json.error]).toEqual([400, 'invalid_exercise_id']);
  });
});

describe('[terminal-events 5 progress] the course', () => {
  test('tells of all exercises what is done, begun and next, and how long each took', async () => {
    await using practice = await open();
    await practice.solve();
    await practice.daemon.post('/exercises/verify', { exerciseId: ID });
    const { json } = await practice.daemon.request('/progress/course', {
      headers: { Origin: practice.daemon.origin },
    });
    expect(json).toMatchObject({ courseId: 'course', done: 1, total: 2, next: 'second' });
    expect(json.chapters).toMatchObject([
      {
        path: 'chapter',
        done: 1,
        exercises: [
          { exerciseId: ID, status: 'completed', stages: { done: 2, total: 3 } },
          { exerciseId: 'second', status: 'not_started', stages: { done: 0, total: 0 }, timeOnTaskMs: 0 },
        ],
      },
    ]);
  });

  test('goes on with what was begun, and counts the stages of the workspace that is there', async () => {
    await using practice = await open();
    practice.claim(1);
    await dataOf(practice.daemon, 'stage_completed');
    await practice.daemon.start('second');
    const course = async () => {
      const headers = { Origin: practice.daemon.origin };
      const { next, chapters } = (await practice.daemon.request('/progress/course', { headers })).json;
      return [next, chapters[0].exercises[0].stages];
    };
    expect(await course()).toEqual([ID, { done: 1, total: 3 }]);
    await practice.daemon.post('/exercises/reset', { exerciseId: ID });
    expect(await course()).toEqual(['second', { done: 0, total: 3 }]);
    await practice.daemon.start();
    expect(await course()).toEqual([ID, { done: 0, total: 3 }]);
  });

  test('has one name', async () => {
    await using practice = await open();
    const { status, json } = await practice.daemon.request('/progress/other', {
      headers: { Origin: practice.daemon.origin },
    });
    expect([status, json.error, json.courses]).toEqual([404, 'course_not_found', ['course']]);
  });
});
