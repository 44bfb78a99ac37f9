import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Desk } from '../fixtures/desk.js';

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.make();
  desk.slots = 1;
});
afterEach(() => desk[Symbol.asyncDispose]());

describe('where one agent may run', () => {
  test('a second conversation is refused while the first one’s works, and says so', async () => {
    await using one = await desk.begin();
    await using two = await desk.begin();
    const { runId } = await one.send('hold');
    await expect(two.send('say two')).rejects.toMatchObject({ code: 'too_many_agents' });
    expect(await desk.pids()).toHaveLength(1);
    await desk.conversations.interrupt(one.id);
    await one.runEnd(runId);
    await two.say('say two');
    expect(await desk.alive()).toHaveLength(1);
  });

  test('an idle one makes room, and is resumed when it is its turn again', async () => {
    await using one = await desk.begin();
    await using two = await desk.begin();
    for (const text of ['a', 'b']) for (const reader of [one, two]) await reader.say(`say ${text}`);
    expect([one.texts('answer'), two.texts('answer')]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect([(await desk.alive()).length, (await desk.pids()).length]).toEqual([1, 4]);
    expect(desk.conversations.agentCount).toBe(1);
  });

  test('of two conversations that begin at once, one gets it', async () => {
    await using one = await desk.begin();
    await using two = await desk.begin();
    const sent = await Promise.allSettled([one.send('hold'), two.send('hold')]);
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await desk.pids()).toHaveLength(1);
  });

  test('one that is about to be told something is not idle', async () => {
    await using one = await desk.begin();
    await using two = await desk.begin();
    await one.say('say a');
    const sent = await Promise.allSettled([one.send('hold', { model: 'large' }), two.send('say b')]);
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await one.until('what it does', () => one.texts('answer').at(-1) === 'Waiting.');
    expect(await desk.pids()).toHaveLength(1);
  });

  test('the one that has been idle for longest makes room', async () => {
    desk.slots = 2;
    await using one = await desk.begin();
    await using two = await desk.begin();
    await using three = await desk.begin();
    await one.say('say a');
    await two.say('say a');
    await one.say('say b');
    await three.say('say a');
    const [first, second, third] = await desk.pids();
    expect(await desk.alive()).toEqual([first, third]);
    expect(second).toBeDefined();
  });
});
