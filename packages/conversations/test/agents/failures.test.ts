import { PracticeError } from '@agent-factory/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Desk } from '../fixtures/desk.js';
import { waitUntil } from '../fixtures/wait-until.js';

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.make();
});
afterEach(() => desk[Symbol.asyncDispose]());

/** Why a message could not be sent. */
async function refusal(send: Promise<unknown>): Promise<PracticeError> {
  const error = await send.then(
    () => new Error('it was sent'),
    (thrown) => thrown,
  );
  if (!(error instanceof PracticeError)) throw error;
  return error;
}

describe('an agent that cannot begin', () => {
  test.each([
    ['ends at once', ['at-once'], 'exited', /exit code 3.*no such option.*Send your message again/s],
    ['speaks another version of the protocol', ['newer'], 'protocol', /version 99.*Update the agent/s],
    ['wants a sign-in', ['signed-out'], 'not_signed_in', /sign in/i],
  ])('that %s is told with what comes next, and nothing of it is left', async (_what, modes, reason, message) => {
    await desk.describe(...modes);
    await using reader = await desk.begin();
    const error = await refusal(reader.send('say hello'));
    expect([error.code, error.facts.reason]).toEqual(['agent_failed', reason]);
    expect(error.message).toMatch(message);
    expect([(await desk.pids()).length, await desk.alive()]).toEqual([1, []]);
    expect([reader.texts('question'), (await desk.conversations.get(reader.id)).status]).toEqual([[], 'idle']);

    await desk.describe();
    expect((await reader.say('say hello')).outcome).toBe('done');
    expect(reader.texts('answer')).toEqual(['hello']);
  });

  test('because it is not installed is named, and nothing is started', async () => {
    await using reader = await desk.begin({ agent: 'missing' });
    expect((await refusal(reader.send('say hello'))).code).toBe('dependency_missing');
    expect(await desk.pids()).toEqual([]);
  });

  test('because it has no conversations is told to be used in the terminal', async () => {
    const error = await refusal(desk.begin({ agent: 'mute' }));
    expect([error.code, error.facts.ability]).toEqual(['agent_unsupported', 'chat']);
    expect(error.message).toContain('Use it in the terminal');
  });

  test('because nobody describes it any more is told with those there are', async () => {
    expect((await refusal(desk.begin({ agent: 'nobody' }))).code).toBe('agent_unknown');
  });

  test('because it never answers is ended, and holds up nobody for good', async () => {
    await desk.describe('silent');
    await using reader = await desk.begin();
    const sent = refusal(reader.send('say hello'));
    await reader.until('a process', async () => (await desk.pids()).length > 0);
    const deleted = desk.conversations.delete(reader.id);
    await Promise.all([sent, deleted]);
    expect([(await sent).code, await desk.alive()]).toEqual(['conversation_not_found', []]);
  });
});

describe('an agent that fails in the middle', () => {
  test('is told with what it said last; the conversation goes on with another process', async () => {
    await using reader = await desk.begin();
    await reader.say('say one');
    const end = await reader.say('die 7');
    expect(end).toMatchObject({ outcome: 'failed', code: 'agent_exited' });
    expect(end.message).toMatch(/exit code 7.*the ceiling fell in.*Send your message again/s);
    expect(await desk.alive()).toEqual([]);
    expect(reader.texts('answer')).toEqual(['one', 'Not lo']);

    expect((await reader.say('say two')).outcome).toBe('done');
    expect(reader.texts('answer')).toEqual(['one', 'Not lo', 'two']);
    expect(await desk.pids()).toHaveLength(2);
  });

  test('is told its lesson once more, which it may not have read', async () => {
    const context = { lesson: { path: '/loops', title: 'Loops', text: 'A loop repeats.' } };
    await using reader = await desk.begin();
    await reader.say('die 7', { context });
    await reader.say('say two', { context });
    await reader.say('say three', { context });
    expect((await desk.prompts()).map((text) => text.includes('> A loop repeats.'))).toEqual([true, true, false]);
  });

  test('is asked the same in its place with all that the question was about', async () => {
    const lesson = { path: '/loops', title: 'Loops', text: 'A loop repeats.' };
    const context = { lesson, section: 'While', selection: 'until it is false' };
    await using reader = await desk.begin();
    await reader.say('say one', { context: { lesson, section: 'For' } });
    await reader.say('die 7', { context });
    const question = reader.thread.items.findLast(({ kind }) => kind === 'question');
    await reader.say('say two', { context, replaces: question?.eventId ?? 0 });
    const again = (await desk.prompts()).at(-1);
    for (const part of ['> A loop repeats.', 'at the section “While”', '> until it is false', 'asks this instead'])
      expect(again).toContain(part);
    expect(reader.texts('question')).toEqual(['say one', 'say two']);
    const facts = { lesson: 'Loops', section: 'While', selection: 'until it is false' };
    expect(reader.thread.items.findLast(({ kind }) => kind === 'question')).toMatchObject({ facts });
  });

  test('prints garbage without any harm, before and after', async () => {
    await desk.describe('noisy');
    await using reader = await desk.begin();
    expect((await reader.say('garbage')).outcome).toBe('done');
    expect(reader.texts('answer')).toEqual(['Still here.']);
    const raw = reader.events.filter(({ event }) => event.type === 'RAW');
    expect(JSON.stringify(raw)).toContain('no JSON');
  });

  test('goes when it is killed from outside, and so does its run', async () => {
    await using reader = await desk.begin();
    const { runId } = await reader.send('hold');
    const [pid = 0] = await desk.pids();
    process.kill(pid, 'SIGKILL');
    expect(await reader.runEnd(runId)).toMatchObject({ outcome: 'failed', code: 'agent_exited' });
    expect((await reader.say('say hello')).outcome).toBe('done');
  });

  test('does not stop when it is told to, and is ended when it is told again; the conversation goes on', async () => {
    await desk.describe('deaf', 'stubborn');
    await using reader = await desk.begin();
    const { runId } = await reader.send('hold');
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
    await desk.conversations.interrupt(reader.id);
    await desk.conversations.interrupt(reader.id);
    clock.mockRestore();
    expect(await desk.alive()).toHaveLength(1);
    await waitUntil('it is ended', async () => {
      await desk.conversations.interrupt(reader.id);
      return (await desk.alive()).length === 0 || undefined;
    });
    expect(await reader.runEnd(runId)).toMatchObject({ outcome: 'cancelled' });
    await reader.say('say on');
    expect(reader.texts('answer').at(-1)).toBe('on');
  });

  test('was stopped once before, and is only stopped, not ended, the next time', async () => {
    await using reader = await desk.begin();
    for (const laterMs of [0, 60_000]) {
      const now = performance.now.bind(performance);
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
      const { runId } = await reader.send('hold');
      await reader.until('a word', () => reader.texts('answer').at(-1) === 'Waiting.');
      await desk.conversations.interrupt(reader.id);
      clock.mockRestore();
      expect(await reader.runEnd(runId)).toMatchObject({ outcome: 'cancelled' });
    }
    expect(await desk.alive()).toHaveLength(1);
  });

  test('does not stop when it is told to, and is ended with its conversation', async () => {
    await desk.describe('deaf', 'stubborn');
    await using reader = await desk.begin();
    await reader.send('hold');
    await desk.conversations.interrupt(reader.id);
    await desk.conversations.delete(reader.id);
    expect(await desk.alive()).toEqual([]);
  });
});
