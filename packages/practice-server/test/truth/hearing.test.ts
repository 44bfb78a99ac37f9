import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SpokenText } from '../../src/agent-work/speech/spoken-text.js';
import type { SaidText } from '../../src/sessions/hooks.js';
import type { SessionAccess } from '../../src/sessions/session-access.js';
import { HeardExercise, type Saying } from '../../src/truth/leaks/heard-exercise.js';
import { Judge, squeezedAll } from '../../src/truth/leaks/judge.js';
import { LeakWatch } from '../../src/truth/leaks/leak-watch.js';
import { RollingBytes } from '../../src/truth/leaks/rolling-bytes.js';
import { RollingText } from '../../src/truth/leaks/rolling-text.js';

const KB = 1024;
const OWN = Array.from({ length: 12 }, (_, index) => `step_${index}(data)`);

describe('[coach truth-leak] what is heard of an agent', () => {
  const sayings: Saying[] = [];
  let heard: HeardExercise;
  beforeEach(() => {
    vi.useFakeTimers();
    sayings.length = 0;
    heard = new HeardExercise((saying) => void sayings.push(saying));
  });
  afterEach(() => vi.useRealTimers());

  const hear = (text: string, more: Partial<SaidText> = {}) =>
    heard.hear({
      ...{ exerciseId: 'e', agent: 'a', by: 'agent', place: 'chat', key: 'k', isOver: false },
      text,
      ...more,
    });

  test('is one saying, at its end, and costs nothing while nothing is said', () => {
    expect(vi.getTimerCount()).toBe(0);
    hear('one ');
    hear('two');
    expect(sayings).toEqual([]);
    hear('', { isOver: true });
    expect(sayings).toEqual([{ agent: 'a', place: 'chat', key: 'k', text: 'one two', isOld: false }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is judged also where it does not end, and is the same saying then', () => {
    hear('one');
    vi.advanceTimersByTime(60_000);
    hear('two');
    vi.advanceTimersByTime(60_000);
    expect(sayings.map(({ text }) => text)).toEqual(['one', 'two']);
    const [one, two] = sayings;
    expect([one && heard.flag(one), two && heard.flag(two)]).toEqual([true, false]);
    expect(heard.flag({ place: 'terminal', key: 'k' })).toBe(true);
  });

  test('is bounded in a flood: its end counts', () => {
    for (let line = 0; line < 20_000; line += 1) hear(`nothing of interest ${line}\n`);
    hear('the end', { isOver: true });
    expect(sayings[0]?.text.length).toBe(64 * KB);
    expect(sayings[0]?.text.endsWith('19999\nthe end')).toBe(true);
  });

  test('is kept apart by conversation, and is given up with the workspace', () => {
    hear('one', { key: 'first' });
    hear('two', { key: 'second' });
    hear('', { key: 'first', isOver: true });
    expect(sayings.map(({ text }) => text)).toEqual(['one']);
    heard.drop();
    vi.advanceTimersByTime(60_000);
    expect([sayings.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test('is kept apart by place, and is judged after twenty seconds', () => {
    hear('one', { place: 'chat' });
    hear('two', { place: 'terminal' });
    vi.advanceTimersByTime(19_999);
    expect(sayings).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sayings.map(({ place, text }) => [place, text])).toEqual([
      ['chat', 'one'],
      ['terminal', 'two'],
    ]);
  });

  test('may be what a student has pasted, be it as long as what is heard', () => {
    hear('a'.repeat(64 * KB), { by: 'student' });
    expect(heard.typed.read()).toBe('a'.repeat(64 * KB));
    hear('漢'.repeat(64 * KB), { by: 'student' });
    expect(heard.typed.read()).toBe('漢'.repeat(64 * KB));
  });

  test('is not what the student says', () => {
    hear('mine', { by: 'student', isOver: true });
    heard.flush();
    expect([sayings, heard.typed.read()]).toEqual([[], 'mine']);
  });
});

test('[coach truth-leak] no tutor waits for a lesson site that does not answer', async () => {
  vi.useFakeTimers();
  try {
    const catalog = { cached: () => new Promise(() => undefined) };
    const host = { catalog, closing: new AbortController().signal } as unknown as SessionAccess;
    const watch = new LeakWatch(host, { unsavedOf: () => [] });
    const answered = vi.fn();
    void watch.leakIn('e', { text: OWN.join('\n'), by: 'agent', seesFiles: true, unsaved: [] }).then(answered);
    await vi.advanceTimersByTimeAsync(5000);
    expect(answered).toHaveBeenCalledWith(undefined);
  } finally {
    vi.useRealTimers();
  }
});

test('[coach truth-leak] the end of a text that grows is kept, in pieces of any size', () => {
  const text = new RollingText(10);
  expect(text.isEmpty).toBe(true);
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') text.add(letter);
  expect(text.read()).toBe('qrstuvwxyz');
  text.add('0'.repeat(100));
  expect(text.read()).toBe('0'.repeat(10));
});

test('[coach truth-leak] the end of what is typed is kept, in pieces of any size, and whole characters where they come in two', () => {
  const typed = new RollingBytes(10);
  expect(typed.read()).toBe('');
  for (const byte of Buffer.from('so süß')) typed.add(Buffer.of(byte));
  expect(typed.read()).toBe('so süß');
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    typed.add(Buffer.from(letter));
    expect(typed.read().at(-1)).toBe(letter);
  }
  expect(typed.read()).toBe('qrstuvwxyz');
  typed.add(Buffer.from('12345678'));
  expect(typed.read()).toBe('yz12345678');
  typed.add(Buffer.from('0'.repeat(100)));
  expect(typed.read()).toBe('0'.repeat(10));
});

test('[coach truth-leak] what is typed byte by byte takes room that doubles, and never more than twice what is kept', () => {
  const alloc = vi.spyOn(Buffer, 'alloc');
  try {
    const typed = new RollingBytes(64 * KB);
    for (let count = 0; count < 1000 * KB; count += 1) typed.add(Buffer.of(0x61));
    const sizes = alloc.mock.calls.map(([size]) => size).filter((size) => size > 0);
    expect(Math.max(...sizes)).toBe(128 * KB);
    expect(sizes.length).toBeLessThan(10);
  } finally {
    alloc.mockRestore();
  }
});

test('[coach truth-leak] both sides of a conversation are heard in its events, and no tool', () => {
  const spoken = new SpokenText();
  const hear = (event: object) => spoken.hear(event as never);
  expect(hear({ type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' })).toBeUndefined();
  expect(hear({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Look' })).toEqual({
    ...{ by: 'agent', key: 'm', text: 'Look', isOver: false },
  });
  expect(hear({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'other', delta: 'Look' })).toBeUndefined();
  expect(hear({ type: 'TEXT_MESSAGE_END', messageId: 'm' })).toMatchObject({ isOver: true });
  hear({ type: 'TEXT_MESSAGE_START', messageId: 'n', role: 'user' });
  expect(hear({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'n', delta: 'Why' })).toMatchObject({ by: 'student' });
  expect(hear({ type: 'TOOL_CALL_RESULT', messageId: 'n', toolCallId: 't', content: OWN.join() })).toBeUndefined();
});

describe('[coach truth-leak] what was told adds up', () => {
  const nothing = async () => '';

  test('wherever it was said, and is told once', async () => {
    const judge = new Judge(OWN);
    const told = { where: 'chat', written: nothing } as const;
    expect(await judge.judge(`${OWN[0]} ${OWN[1]}`, told)).toEqual({ leak: undefined, news: 2 });
    expect(await judge.judge(OWN[2] ?? '', { ...told, where: 'terminal' })).toEqual({
      leak: { lines: 3, inRow: 3, of: 12 },
      news: 1,
    });
    expect(await judge.judge(OWN.slice(0, 3).join(), told)).toEqual({ leak: undefined, news: 0 });
  });

  test('until the student has written it', async () => {
    const judge = new Judge(OWN);
    await judge.judge(OWN.slice(0, 3).join('\n'), { where: 'chat', written: nothing });
    const written = async () => OWN.slice(0, 3).join('\n');
    expect(await judge.judge(OWN[3] ?? '', { where: 'chat', written })).toEqual({ leak: undefined, news: 1 });
  });

  test('and not what was said before anybody listened', async () => {
    const judge = new Judge(OWN);
    await judge.remember(OWN.join('\n'));
    expect(await judge.judge(OWN.join('\n'), { where: 'terminal', written: nothing })).toMatchObject({ news: 0 });
  });

  test('and not what they had written when it was said, whatever they delete then', async () => {
    const judge = new Judge(OWN);
    const three = OWN.slice(0, 3).join('\n');
    await judge.judge(three, { where: 'chat', written: async () => three });
    expect(await judge.judge('Well done.', { where: 'chat', written: nothing })).toEqual({ leak: undefined, news: 0 });
    expect(await judge.judge(three, { where: 'chat', written: nothing })).toMatchObject({ news: 3 });
  });

  test('also where two sayings share a line', async () => {
    const judge = new Judge(OWN);
    const all = OWN.slice(0, 3).join('');
    await judge.judge(all.slice(0, 7), { where: 'chat', written: nothing });
    await judge.judge(all.slice(7, 20), { where: 'chat', written: nothing });
    expect(await judge.judge(all.slice(20), { where: 'chat', written: nothing })).toMatchObject({ leak: { inRow: 3 } });
  });

  test('also where the longest line comes in two sayings, but not from one place to another', async () => {
    const line = `long_line(${'a'.repeat(389)})`;
    const told = { where: 'chat', written: nothing } as const;
    const judge = new Judge([line, ...OWN]);
    await judge.judge(line.slice(0, 399), told);
    expect(await judge.judge(line.slice(399), { ...told, where: 'terminal' })).toMatchObject({ news: 0 });
    expect(await judge.judge(line.slice(399), told)).toMatchObject({ news: 1 });
  });

  test('but not what they have written in one of many texts, which share no line', async () => {
    const judge = new Judge(OWN);
    const three = OWN.slice(0, 3).join('\n');
    const theirs = await squeezedAll([three, 'nothing\n'.repeat(100 * KB)]);
    expect(await judge.judge(three, { where: 'chat', written: async () => theirs })).toMatchObject({ news: 0 });
    const [half, rest] = [OWN[3]?.slice(0, 6) ?? '', OWN[3]?.slice(6) ?? ''];
    const written = async () => squeezedAll([half, rest]);
    expect(await judge.judge(OWN[3] ?? '', { where: 'chat', written })).toMatchObject({ news: 1 });
  });

  test('and asks what the student has written only where it matters', async () => {
    const judge = new Judge(OWN);
    const written = vi.fn(nothing);
    await judge.judge('Look at the loop. What comes next?', { where: 'chat', written });
    expect(written).not.toHaveBeenCalled();
  });
});
