import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Desk } from '../fixtures/desk.js';

const MANY_BYTES = 50 * 1024 * 1024;

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.make();
});
afterEach(() => desk[Symbol.asyncDispose]());

/** Bytes of the database, with what is still in its log. */
async function databaseSize(): Promise<number> {
  const names = (await readdir(desk.files.folder)).filter((name) => name.startsWith('state.db'));
  const files = await Promise.all(names.map((name) => stat(join(desk.files.folder, name))));
  return files.reduce((sum, { size }) => sum + size, 0);
}

const hasPrinted = async (at: Desk) => (await at.heard()).some(({ what }) => what === 'printed');

describe('an agent that prints lines without end', () => {
  test('is ended with its run, in a small file; other conversations go on, and so does its own', async () => {
    await using other = await desk.begin();
    await using reader = await desk.begin();
    await other.say('say one');
    const { runId } = await reader.send(`flood ${MANY_BYTES}`);
    await other.say('say two');
    const end = await reader.runEnd(runId);
    expect(end).toMatchObject({ outcome: 'failed', code: 'agent_output' });
    expect(end.message).toContain('Send your message again');
    expect(await desk.alive()).toHaveLength(1);

    const kept = reader.events.filter(({ event }) => event.type === 'RAW').map(({ event }) => JSON.stringify(event));
    expect(kept[0]).toContain('y\\ny\\n');
    expect(kept.length).toBeLessThan(100);
    expect(await databaseSize()).toBeLessThan(5 * 1024 * 1024);

    await reader.say('say on');
    expect([reader.texts('answer').at(-1), other.texts('answer')]).toEqual(['on', ['one', 'two']]);
  });
});

describe('an agent that says more than can be stored just now', () => {
  test('waits, and nothing that it said is lost', async () => {
    const times = 300;
    await using reader = await desk.begin();
    const { runId } = await reader.send(`chatter ${times}`);
    const goOn = desk.files.hold();
    try {
      // In the time in which another one says it all, this one gets nowhere.
      await using elsewhere = await Desk.make();
      await using other = await elsewhere.begin();
      await other.say(`chatter ${times}`);
      expect([await hasPrinted(elsewhere), await hasPrinted(desk)]).toEqual([true, false]);
    } finally {
      goOn();
    }
    await reader.runEnd(runId);
    expect(await hasPrinted(desk)).toBe(true);
    const numbers = reader.texts('answer').map((text) => Number.parseInt(text, 10));
    expect(numbers).toEqual(Array.from({ length: times }, (_, count) => count));
  });
});
