import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Desk, LESSON } from '../fixtures/desk.js';
import { waitUntil } from '../fixtures/wait-until.js';

const LESSON_TEXT = { lesson: { path: LESSON.path, title: LESSON.title, text: 'A loop repeats.' } };

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.make();
});
afterEach(() => desk[Symbol.asyncDispose]());

/** What an orderly end of the daemon leaves to the next one. */
async function restart(): Promise<void> {
  await desk.conversations.close();
  desk.restart();
}

describe('a conversation whose agent has ended', () => {
  test('goes on with another process, which remembers, and is told nothing twice', async () => {
    const first = await desk.begin();
    await first.say('say one', { context: LESSON_TEXT });
    await first[Symbol.asyncDispose]();
    await restart();
    expect(await desk.alive()).toEqual([]);
    await using again = desk.read(first.id);
    await again.say('say two', { context: LESSON_TEXT });
    // What the agent told again of the past is not said twice.
    expect(again.texts('answer')).toEqual(['one', 'two']);
    expect((await desk.prompts()).map((text) => text.includes('> A loop'))).toEqual([true, false]);
    expect([again.notices, (await desk.pids()).length]).toEqual([[], 2]);
  });

  test.each(['amnesiac', 'forgetful'])(
    'begins a new one where an agent is %s, and is told what was said',
    async (mode) => {
      const first = await desk.begin();
      await first.say('say one', { context: LESSON_TEXT });
      await first[Symbol.asyncDispose]();
      await restart();
      await desk.describe(mode);
      await using again = desk.read(first.id);
      await again.say('say two', { context: LESSON_TEXT });
      expect([again.notices, again.texts('answer')]).toEqual([['memory_lost'], ['one', 'two']]);
      const told = (await desk.prompts()).at(-1);
      for (const part of ['You are the tutor', '> A loop repeats.', '> The student said:\n> > say one', '> > one'])
        expect(told).toContain(part);
      expect(await desk.alive()).toHaveLength(1);

      await again.say('say three', { context: LESSON_TEXT });
      expect((await desk.prompts()).at(-1)).toBe('say three');
      expect(again.notices).toEqual(['memory_lost']);
    },
  );

  test('begins no new one where the agent fails in another way: it may remember next time', async () => {
    const first = await desk.begin();
    await first.say('say one');
    await first[Symbol.asyncDispose]();
    await restart();
    await desk.describe('crashing');
    await using again = desk.read(first.id);
    await expect(again.send('say two')).rejects.toMatchObject({ code: 'agent_failed', facts: { reason: 'exited' } });
    expect([again.notices, (await desk.pids()).length]).toEqual([[], 2]);
    await desk.describe();
    await again.say('say three');
    expect([again.notices, again.texts('answer').at(-1)]).toEqual([[], 'three']);
  });

  test('was cancelled where the daemon closed in the middle, and is not marked as broken off', async () => {
    const first = await desk.begin();
    await first.send('hold');
    await first.until('a word', () => first.texts('answer').length > 0);
    await restart();
    expect((await desk.conversations.get(first.id)).status).toBe('idle');
    await using again = desk.read(first.id);
    await again.until('its end', ({ items }) => items.some((item) => item.kind === 'run_end'));
    expect(again.thread.items.at(-1)).toMatchObject({ kind: 'run_end', outcome: 'cancelled' });
    await first[Symbol.asyncDispose]();
  });

  test('shows the command that resumes it elsewhere', async () => {
    await using reader = await desk.begin();
    expect(await desk.conversations.get(reader.id)).not.toHaveProperty('resumeCommand');
    await reader.say('say hello');
    expect((await desk.conversations.get(reader.id)).resumeCommand).toContain('cd ~/work && ');
  });

  test('stays readable when nobody describes its agent any more, and says so to who writes', async () => {
    const first = await desk.begin();
    await first.say('say one');
    await first[Symbol.asyncDispose]();
    await restart();
    await desk.describeNothing();
    await using again = desk.read(first.id);
    await again.until('the past', () => again.caughtUpAt !== undefined);
    expect(again.texts('answer')).toEqual(['one']);
    const conversation = await desk.conversations.get(first.id);
    expect(conversation).toMatchObject({ agentName: 'scripted', abilities: { resume: false } });
    await expect(again.send('say two')).rejects.toMatchObject({ code: 'agent_unknown' });
  });
});

describe('an agent that nobody talks to', () => {
  test('is ended after ten minutes, and resumed by the next message', async () => {
    await using reader = await desk.begin();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      await reader.say('say one');
      await vi.advanceTimersByTimeAsync(9 * 60_000);
      await reader.say('say two');
      await vi.advanceTimersByTimeAsync(9 * 60_000);
      expect(await desk.alive()).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(60_000);
    } finally {
      vi.useRealTimers();
    }
    await waitUntil('its end', async () => (await desk.alive()).length === 0);
    await reader.say('say three');
    expect([reader.texts('answer'), (await desk.pids()).length]).toEqual([['one', 'two', 'three'], 2]);
  });

  test('is ended that long after a run that took its time, too', async () => {
    await using reader = await desk.begin();
    const { runId } = await reader.send('ask');
    await reader.until('a question', ({ asked }) => asked.length > 0);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      await desk.conversations.answerPermission(reader.id, reader.thread.asked[0]?.id ?? '', 'yes');
      await reader.runEnd(runId);
      await vi.advanceTimersByTimeAsync(10 * 60_000);
    } finally {
      vi.useRealTimers();
    }
    await waitUntil('its end', async () => (await desk.alive()).length === 0);
  });

  test('is ended too where what was to be said was refused', async () => {
    await using reader = await desk.begin();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      await expect(reader.send('say one', { model: 'none' })).rejects.toMatchObject({ code: 'agent_failed' });
      await vi.advanceTimersByTimeAsync(10 * 60_000);
    } finally {
      vi.useRealTimers();
    }
    await waitUntil('its end', async () => (await desk.alive()).length === 0);
  });

  test('is not ended while it works, however long that takes', async () => {
    await using reader = await desk.begin();
    await reader.send('ask');
    await reader.until('a question', ({ asked }) => asked.length > 0);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    vi.useRealTimers();
    expect(await desk.alive()).toHaveLength(1);
    expect((await desk.conversations.get(reader.id)).status).toBe('asking');
  });
});
