import { PracticeError } from '@agent-factory/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endSession, wrapUpLeft } from '../../src/pipeline/wrap-up/end-session.js';
import { deskWithSession } from './fixture.js';

type Begun = Awaited<ReturnType<typeof deskWithSession>>;
let begun: Begun;
let desk: Begun['desk'];
beforeEach(async () => {
  begun = await deskWithSession();
  ({ desk } = begun);
  begun.workplace.session.log('file_save', { path: 'src/app.ts', charCount: 3 });
  desk.models.say('knowledge_gap_extraction', {
    ...{ knowledge_gaps: [], kata_specs: [] },
    session_summary: { phases_completed: 0, total_time_minutes: 1, hints_used: 0, independent_completions: 0 },
  });
  desk.models.say('dreyfus_assessment', { assessments: [] });
  desk.models.say('memory_summarisation', notes('One', 'Two'));
});
afterEach(() => desk[Symbol.asyncDispose]());

const UNAVAILABLE = new PracticeError('model_unavailable', 'No model answers.');
const notes = (...contents: string[]) => ({
  memories: contents.map((content) => ({ content, tags: [], importance: 'medium' })),
});
const end = (transcript: string) => endSession(desk.room, begun.workplace, transcript);
const summaries = () => desk.models.of('memory_summarisation');
const remembered = () => desk.memories.added.flatMap(({ memories }) => memories.map(({ content }) => content));
const row = () => desk.files.all('select wrapped_up, wrapping_up from coach_sessions')[0];
const state = () => JSON.parse(String(row()?.wrapped_up)).transcript;

describe('what the agent tells when all is over', () => {
  beforeEach(async () => {
    await end('');
    desk.models.say('memory_summarisation', notes('One', 'Late'));
  });

  test('is used all the same, once, beside what is remembered already', async () => {
    expect([state(), remembered()]).toEqual(['none', ['One', 'Two']]);
    const told = await Promise.all([end('They wrote a parser.'), end('They wrote a parser.')]);
    expect(told[0]).toMatchObject({ memoriesStored: 4, sessionStatus: 'completed' });
    expect(told[1]).toEqual(told[0]);
    expect(await end('They wrote a parser.')).toEqual(told[0]);
    expect(summaries()).toHaveLength(2);
    expect(summaries()[1]?.userMessage).toContain('They wrote a parser.');
    expect(remembered()).toEqual(['One', 'Two', 'Late']);
    expect([state(), row()?.wrapping_up]).toEqual(['used', null]);
  });

  test('is kept where the model fails, and used at the next start', async () => {
    desk.models.say('memory_summarisation', UNAVAILABLE);
    expect(await end('They wrote a parser.')).toMatchObject({ memoriesStored: 2 });
    expect([state(), String(row()?.wrapping_up)]).toEqual(['later', expect.stringContaining('a parser')]);
    desk.models.say('memory_summarisation', notes('Late'));
    await wrapUpLeft(desk.room);
    expect([state(), row()?.wrapping_up, remembered().at(-1)]).toEqual(['used', null, 'Late']);
    await wrapUpLeft(desk.room);
    expect(summaries()).toHaveLength(3);
  });

  test('is kept where no model can be asked, and no model is asked for it at the next start', async () => {
    desk.models.advice = 'Give a key.';
    await end('They wrote a parser.');
    desk.models.advice = undefined;
    await wrapUpLeft(desk.room);
    expect([state(), String(row()?.wrapping_up)]).toEqual(['kept', expect.stringContaining('a parser')]);
    expect(summaries()).toHaveLength(1);
  });

  test('is not kept where nothing is to be remembered', async () => {
    desk.off.add('memory');
    await end('They wrote a parser.');
    expect([state(), row()?.wrapping_up, summaries().length]).toEqual(['used', null, 1]);
  });

  test('is neither lost nor doubled by a daemon that is killed', async () => {
    const add = desk.memories.add.bind(desk.memories);
    desk.memories.add = async (given) => {
      await add(given);
      throw new Error('killed');
    };
    await end('They wrote a parser.');
    desk.memories.add = add;
    desk.models.say('memory_summarisation', notes('In other words'));
    await wrapUpLeft(desk.room);
    expect([state(), remembered().filter((content) => content === 'Late')]).toEqual(['used', ['Late']]);
    expect(remembered()).not.toContain('In other words');
  });
});

test('what was told is kept where models fail, and used at the next start', async () => {
  for (const call of ['knowledge_gap_extraction', 'dreyfus_assessment', 'memory_summarisation'])
    desk.models.say(call, UNAVAILABLE);
  await end('They wrote a parser.');
  expect([state(), String(row()?.wrapping_up)]).toEqual(['later', expect.stringContaining('a parser')]);
  // Whoever ends it again is told the same, and no model is asked.
  await end('They wrote a parser.');
  expect(summaries()).toHaveLength(1);
  desk.models.say('memory_summarisation', notes('They can write a parser'));
  await wrapUpLeft(desk.room);
  expect([state(), row()?.wrapping_up]).toEqual(['used', null]);
  expect(remembered()).toEqual(['The learner worked on "kata".', 'They can write a parser']);
  expect(JSON.parse(String(row()?.wrapped_up))).toMatchObject({ memoriesStored: 2 });
});

test('what was told is kept where no model could be asked', async () => {
  desk.models.advice = 'Give a key.';
  await end('They wrote a parser.');
  expect([state(), String(row()?.wrapping_up)]).toEqual(['kept', expect.stringContaining('a parser')]);
});

test('what was told is not kept where nothing is to be remembered', async () => {
  desk.off.add('memory');
  await end('They wrote a parser.');
  expect([state(), row()?.wrapping_up, summaries()]).toEqual(['used', null, []]);
});

test('what was told and used is not kept', async () => {
  await end('They wrote a parser.');
  expect([state(), row()?.wrapping_up]).toEqual(['used', null]);
});

test('what is told while a model sums the session up is summed up after it', async () => {
  let late: Promise<unknown> | undefined;
  desk.models.say('memory_summarisation', () => {
    if (late !== undefined) return notes('Late');
    late = end('They wrote a parser.');
    return new Promise<object>((resolve) => setImmediate(() => setImmediate(() => resolve(notes('One')))));
  });
  await end('');
  expect(await late).toMatchObject({ memoriesStored: 2 });
  expect([state(), remembered()]).toEqual(['used', ['One', 'Late']]);
});
