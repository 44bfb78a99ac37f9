import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Desk, LESSON } from '../fixtures/desk.js';
import { waitUntil } from '../fixtures/wait-until.js';

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.make();
});
afterEach(() => desk[Symbol.asyncDispose]());

describe('a conversation with an agent', () => {
  test('answers one message after the other, with one process', async () => {
    await using reader = await desk.begin();
    expect(await reader.say('say hello')).toMatchObject({ outcome: 'done', usage: { inputTokens: 10 } });
    await reader.say('say again');
    expect([reader.texts('question'), reader.texts('answer')]).toEqual([
      ['say hello', 'say again'],
      ['hello', 'again'],
    ]);
    expect(await desk.pids()).toHaveLength(1);
  });

  test('begins with no process: one is started by the first message', async () => {
    await using reader = await desk.begin();
    expect([await desk.pids(), (await desk.conversations.get(reader.id)).status]).toEqual([[], 'idle']);
  });

  test('takes its title from the first line of the first message, if nobody gave it one', async () => {
    await using reader = await desk.begin();
    await reader.say(`  ${'😀'.repeat(60)}\nsay hello`);
    const { title } = await desk.conversations.get(reader.id);
    expect(title).toMatch(/^😀+…$/u);
    expect(title.length).toBeLessThanOrEqual(80);
    expect((await desk.conversations.rename(reader.id, 'Greetings')).title).toBe('Greetings');
    await reader.say('say more');
    expect((await desk.conversations.get(reader.id)).title).toBe('Greetings');
    await using named = await desk.begin({ title: 'Mine' });
    await named.say('say hello');
    expect((await desk.conversations.get(named.id)).title).toBe('Mine');
  });

  test('adds up what its runs have used', async () => {
    await using reader = await desk.begin();
    for (const text of ['say one', 'say two', 'say three']) await reader.say(text);
    const used = { inputTokens: 30, outputTokens: 15 };
    await waitUntil('the usage', async () => (await desk.conversations.get(reader.id)).usage.inputTokens === 30);
    expect((await desk.conversations.get(reader.id)).usage).toEqual(used);
    expect(reader.thread.usage).toEqual(used);
  });

  test('refuses a message while it answers another one, and takes it afterwards', async () => {
    await using reader = await desk.begin();
    const { runId } = await reader.send('hold');
    await expect(reader.send('say more')).rejects.toMatchObject({ code: 'conversation_busy' });
    expect((await desk.conversations.get(reader.id)).status).toBe('running');
    await desk.conversations.interrupt(reader.id);
    expect((await reader.runEnd(runId)).outcome).toBe('cancelled');
    await reader.say('say more');
    expect(reader.texts('question')).toEqual(['hold', 'say more']);
  });

  test('of two messages at once takes one', async () => {
    await using reader = await desk.begin();
    const sent = await Promise.allSettled([reader.send('hold'), reader.send('hold')]);
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await desk.pids()).toHaveLength(1);
    await desk.conversations.interrupt(reader.id);
  });

  test('is interrupted where nothing runs without any harm', async () => {
    await using reader = await desk.begin();
    await desk.conversations.interrupt(reader.id);
    await reader.say('say hello');
    await desk.conversations.interrupt(reader.id);
    expect((await reader.say('say more')).outcome).toBe('done');
  });

  test('is interrupted in one run after the other, however long that was after an earlier try, and lives on', async () => {
    await using reader = await desk.begin();
    await reader.say('say hello');
    await desk.conversations.interrupt(reader.id);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    for (const _run of [1, 2]) {
      const { runId } = await reader.send('hold');
      await desk.conversations.interrupt(reader.id);
      expect(await reader.runEnd(runId)).toMatchObject({ outcome: 'cancelled' });
    }
    expect(await desk.pids()).toHaveLength(1);
    expect(await desk.alive()).toHaveLength(1);
  });

  test('has the model and the mode that were chosen, from that message on', async () => {
    await using reader = await desk.begin();
    await reader.say('say hello');
    expect(reader.thread.state).toMatchObject({ model: 'small', mode: 'ask' });
    // In a mode in which nothing is asked, nobody learns to look.
    expect(reader.thread.state?.modes.map(({ id }) => id)).toEqual(['ask', 'plan']);
    await reader.say('say more', { model: 'large', mode: 'plan' });
    expect(reader.thread.state).toMatchObject({ model: 'large', mode: 'plan' });
    const heard = (await desk.heard()).map(({ what, modelId, modeId }) => modelId ?? modeId ?? what);
    expect(heard).toEqual(['started', 'prompt', 'large', 'plan', 'prompt']);
  });

  test('sends nothing with a model that the agent refuses, and goes on', async () => {
    await using reader = await desk.begin();
    await expect(reader.send('say hello', { model: 'none' })).rejects.toMatchObject({ code: 'agent_failed' });
    expect([reader.texts('question'), await desk.prompts()]).toEqual([[], []]);
    expect((await reader.say('say hello')).outcome).toBe('done');
  });

  test('takes back an earlier message, and tells the agent so', async () => {
    await using reader = await desk.begin();
    await reader.say('say one');
    await reader.say('say two');
    const second = reader.thread.items.find((item) => item.kind === 'question' && item.text === 'say two');
    await reader.say('say three', { replaces: second?.eventId ?? 0 });
    expect(reader.texts('question')).toEqual(['say one', 'say three']);
    expect(reader.texts('answer')).toEqual(['one', 'three']);
    expect((await desk.prompts()).at(-1)).toContain('taken back their earlier message');
    // What was used stays used.
    expect(reader.thread.usage.inputTokens).toBe(30);
  });

  test('takes back nothing for a message that is none of the student’s', async () => {
    await using reader = await desk.begin();
    await reader.say('say one');
    const answer = reader.thread.items.find(({ kind }) => kind === 'answer');
    for (const replaces of [answer?.eventId ?? 0, 9999])
      await expect(reader.send('say two', { replaces })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(reader.texts('answer')).toEqual(['one']);
  });

  test('is told the lesson once, as long as the agent lives', async () => {
    await using reader = await desk.begin();
    const context = { lesson: { path: LESSON.path, title: LESSON.title, text: 'A loop repeats.' } };
    await reader.say('say one', { context });
    await reader.say('say two', { context });
    const told = (await desk.prompts()).map((text) => text.includes('> A loop repeats.'));
    expect(told).toEqual([true, false]);
    // What the student sees is their own words.
    expect(reader.texts('question')).toEqual(['say one', 'say two']);
  });

  test('can be exported while it goes on', async () => {
    await using reader = await desk.begin();
    await reader.say('say hello');
    const { runId } = await reader.send('hold');
    const markdown = await desk.conversations.export(reader.id, 'markdown');
    expect(markdown.name).toMatch(/^conversation-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.md$/);
    expect([...markdown.pieces].join('')).toContain('# say hello\n\n## Student\n\nsay hello\n\n## Tutor\n\nhello');
    const json = JSON.parse([...(await desk.conversations.export(reader.id, 'json')).pieces].join(''));
    expect(json).toMatchObject({
      format: 'af-practice-conversation',
      formatVersion: 1,
      subject: LESSON,
      agentName: 'Scripted',
    });
    expect(json.items).toEqual(JSON.parse(JSON.stringify(reader.thread.items.slice(0, json.items.length))));
    await desk.conversations.interrupt(reader.id);
    await reader.runEnd(runId);
  });
});
