import { describe, expect, it } from 'vitest';
import { readStudentAnswer } from '../../src/agents/student-answer.js';
import { DAMAGED_ANSWERS, NO_ANSWERS } from './damaged-answers.js';

describe('a student’s answer', () => {
  it('[smile-loop 4.S2] is read from at least 99 of 100 outputs as models damage them', () => {
    const wrong = DAMAGED_ANSWERS.filter(({ text, status }) => readStudentAnswer(text)?.status !== status);
    expect(DAMAGED_ANSWERS.length).toBeGreaterThanOrEqual(60);
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it.each(Object.entries(NO_ANSWERS))('is not made of %s', (_, text) => {
    expect(readStudentAnswer(text)).toBeUndefined();
  });

  it('[smile-loop 4.2] [smile-loop FR16] has every field of the form, and nothing else', () => {
    const text = '{"status":"completed","summary":"two files","filesCreated":["a","b"],"mood":"good"}';
    expect(readStudentAnswer(text)).toEqual({
      status: 'completed',
      currentStep: '',
      attemptedActions: [],
      problem: '',
      questionForMentor: '',
      reason: '',
      summary: 'two files',
      filesCreated: ['a', 'b'],
      commandsRun: [],
    });
  });

  it('[smile-loop 4.4] says why it cannot go on', () => {
    const text = 'Step 3 costs money.\n{"status":"cannot_complete","reason":"It needs a paid plan.","currentStep":"3"}';
    const expected = { status: 'cannot_complete', reason: 'It needs a paid plan.', currentStep: '3' };
    expect(readStudentAnswer(text)).toMatchObject(expected);
  });

  it.each([
    'I am stuck at step 2: the build printed {"status":"completed","summary":"0 files"} and nothing more. What now?',
    'It printed\n{"status": "ok"}\nand then {"status":"completed","summary":"0 files"}, and I waited.',
  ])('is not what a sentence quotes: %s', (text) => {
    expect(readStudentAnswer(text)).toBeUndefined();
  });

  it.each([
    '{"status":"ask_mentor","currentStep":"2","problem":"p"}\nThe server had said: {"status":"complete","reason":"ok"}',
    '{"status":"ask_mentor","currentStep":"2","problem":"p"}\nThe server had said:\n{"status":"complete","reason":"ok"}',
    'It said {"status":"complete","reason":"ok"}, so:\n```json\n{"status":"ask_mentor","problem":"p"}\n```',
    '{"status":"complete","reason":"ok"}\n{"status":"ask_mentor","problem":"p"}',
  ])('is the one that has most of the form, and not what a program has said: %s', (text) => {
    expect(readStudentAnswer(text)).toMatchObject({ status: 'ask_mentor', problem: 'p' });
  });

  it('puts types right that are clear', () => {
    const text = '{"status":"completed","currentStep":3,"filesCreated":"a.txt","commandsRun":[{"command":"ls"}]}';
    expect(readStudentAnswer(text)).toMatchObject({ currentStep: '3', filesCreated: ['a.txt'], commandsRun: ['ls'] });
  });

  it('takes as much as the contract does, and a trigger in other spellings', () => {
    const commandsRun = Array.from({ length: 600 }, (_, index) => `${index}`);
    const answer = { status: 'ask_mentor', problem: 'x'.repeat(30_000), trigger: ' Missing-Dependency', commandsRun };
    const read = readStudentAnswer(JSON.stringify(answer));
    expect([read?.problem.length, read?.commandsRun.length, read?.trigger]).toEqual([
      20_000,
      500,
      'missing_dependency',
    ]);
  });

  it('keeps the texts of a repaired answer whole', () => {
    const text = '{"status":"ask_mentor","problem":"line one\nline two",}';
    expect(readStudentAnswer(text)?.problem).toBe('line one\nline two');
  });

  it('counts as unreadable where it is nested deeper than any', () => {
    const nested = (depth: number) => `{"status":"completed","problem":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(readStudentAnswer(nested(90))?.status).toBe('completed');
    expect(readStudentAnswer(nested(10_000))).toBeUndefined();
  });

  it.each([
    ['objects in objects', '{"a":'.repeat(30_000)],
    ['lines without end', '{"a":'.repeat(30) + '\n'.repeat(30_000)],
    ['quotation marks in prose', `{"a":1} "${'\\"'.repeat(90_000)}`],
    ['broken lines', '{\\n'.repeat(60_000)],
    ['texts that are no objects', `{"a":["${'{","'.repeat(45_000)}"]}`],
  ])('takes a moment for a hostile text: %s', (_, text) => {
    // Of the processor's time: what else a machine does at once is no matter of the text.
    const started = process.cpuUsage();
    expect(readStudentAnswer(text)).toBeUndefined();
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(3000);
  });
});
