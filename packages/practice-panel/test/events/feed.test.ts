// @vitest-environment happy-dom
import type { NewEvent } from '@agent-factory/protocol/events';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';
import { Browser, Tab } from './sharing.js';

const SOMETHING: NewEvent = { exerciseId: 'first', type: 'solution_shown', data: {} };
const tabs: Tab[] = [];

async function open(...args: Parameters<typeof Tab.open>): Promise<Tab> {
  const tab = await Tab.open(...args);
  tabs.push(tab);
  return tab;
}

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
});

describe('the events of a daemon', () => {
  it('are heard once and in their order, from when the page follows them', async () => {
    await using daemon = await startPracticeDaemon();
    daemon.events.tell(SOMETHING);
    const tab = await open(daemon.url);
    await eventually(() => expect(tab.heard).toEqual(['begin']));
    daemon.events.tell(SOMETHING);
    daemon.events.tell(SOMETHING);
    await eventually(() => expect(tab.heard).toEqual(['begin', 2, 3]));
  });

  it('are passed over where they are of a kind that the page does not know, or nothing at all', async () => {
    await using daemon = await startPracticeDaemon();
    const tab = await open(daemon.url);
    await eventually(() => expect(tab.heard).toEqual(['begin']));
    daemon.events.say({ id: 1, at: '2026-01-05T10:00:00.000Z', type: 'moon_landed', data: {} });
    daemon.events.say('nonsense');
    daemon.events.say({ type: 'stream_opened', cursor: 'nonsense', gap: true });
    daemon.events.tell(SOMETHING);
    await eventually(() => expect(tab.heard).toEqual(['begin', 1]));
  });

  it('go on after the daemon went and came back, with what happened meanwhile and nothing twice', async () => {
    await using daemon = await startPracticeDaemon();
    const tab = await open(daemon.url);
    await eventually(() => expect(tab.heard).toEqual(['begin']));
    daemon.events.tell(SOMETHING);
    await eventually(() => expect(tab.heard).toEqual(['begin', 1]));
    daemon.events.drop();
    daemon.events.add(SOMETHING);
    await eventually(() => expect(tab.heard).toEqual(['begin', 1, 2]));
    expect(daemon.events.asked).toEqual(['now', '0123abcd-1']);
  });

  it('are heard once, also where a stream tells them again', async () => {
    await using daemon = await startPracticeDaemon();
    const tab = await open(daemon.url);
    await eventually(() => expect(tab.heard).toEqual(['begin']));
    const told = daemon.events.tell(SOMETHING);
    daemon.events.say(told);
    daemon.events.tell(SOMETHING);
    daemon.events.say(told);
    daemon.events.tell(SOMETHING);
    await eventually(() => expect(tab.heard.at(-1)).toBe(3));
    expect(tab.heard).toEqual(['begin', 1, 2, 3]);
  });

  it('begin anew where the daemon says that there is a gap, though the log is the same', async () => {
    await using daemon = await startPracticeDaemon();
    const tab = await open(daemon.url);
    await eventually(() => expect(tab.heard).toEqual(['begin']));
    daemon.events.tell(SOMETHING);
    daemon.events.say({ type: 'stream_opened', cursor: `${daemon.events.log}-1`, gap: true });
    await eventually(() => expect(tab.heard).toEqual(['begin', 1, 'begin']));
  });

  it('begin anew where some are lost', async () => {
    await using daemon = await startPracticeDaemon();
    const tab = await open(daemon.url);
    daemon.events.tell(SOMETHING);
    await eventually(() => expect(tab.heard.at(-1)).toBe(tab.heard.length > 1 ? 1 : 'begin'));
    daemon.events.log = '89abcdef'; // the database was damaged, and made anew
    daemon.events.past.length = 0;
    daemon.events.drop();
    await eventually(() => expect(daemon.events.asked).toHaveLength(2));
    await eventually(() => expect(daemon.events.readers).toBe(1));
    daemon.events.tell(SOMETHING);
    await eventually(() => expect(tab.heard.slice(-2)).toEqual(['begin', 1]));
  });
});

describe('all tabs of a browser', () => {
  it('read one stream, and all of them hear everything once', async () => {
    await using daemon = await startPracticeDaemon();
    const browser = new Browser();
    const all = [];
    for (let count = 0; count < 8; count += 1) all.push(await open(daemon.url, browser.sharing));
    for (const tab of all) await eventually(() => expect(tab.heard).toEqual(['begin']));
    daemon.events.tell(SOMETHING);
    daemon.events.tell(SOMETHING);
    for (const tab of all) await eventually(() => expect(tab.heard).toEqual(['begin', 1, 2]));
    expect(daemon.events.readers).toBe(1);
    expect(daemon.events.asked).toEqual(['now']);
  });

  it('go on when the one that reads it closes, from where it was', async () => {
    await using daemon = await startPracticeDaemon();
    const browser = new Browser();
    const reader = await open(daemon.url, browser.sharing);
    await eventually(() => expect(reader.heard).toEqual(['begin']));
    const others = [await open(daemon.url, browser.sharing), await open(daemon.url, browser.sharing)];
    for (const tab of others) await eventually(() => expect(tab.heard).toEqual(['begin']));
    daemon.events.tell(SOMETHING);
    for (const tab of others) await eventually(() => expect(tab.heard).toEqual(['begin', 1]));
    reader.close();
    daemon.events.add(SOMETHING);
    for (const tab of others) await eventually(() => expect(tab.heard).toEqual(['begin', 1, 2]));
    await eventually(() => expect(daemon.events.readers).toBe(1));
    expect(daemon.events.asked).toEqual(['now', '0123abcd-1']);
    expect(reader.heard).toEqual(['begin', 1]);
  });

  it('go on without the one that reads it when that hangs', async () => {
    await using daemon = await startPracticeDaemon();
    const browser = new Browser();
    const reader = await open(daemon.url, browser.sharing, 300);
    const other = await open(daemon.url, browser.sharing, 300);
    for (const tab of [reader, other]) await eventually(() => expect(tab.heard).toEqual(['begin']));
    browser.isMuted = true;
    await eventually(() => expect(daemon.events.asked).toHaveLength(2));
    browser.isMuted = false;
    await eventually(() => expect(daemon.events.readers).toBe(1));
    daemon.events.tell(SOMETHING);
    for (const tab of [reader, other]) await eventually(() => expect(tab.heard).toEqual(['begin', 1]));
  });

  it('try again together once one of them believes that the daemon is back', async () => {
    await using daemon = await startPracticeDaemon();
    const browser = new Browser();
    const [reader, other] = [await open(daemon.url, browser.sharing), await open(daemon.url, browser.sharing)];
    for (const tab of [reader, other]) await eventually(() => expect(tab.heard).toEqual(['begin']));
    daemon.events.drop();
    await eventually(() => expect(daemon.events.readers).toBe(0));
    other.hurry();
    await eventually(() => expect(daemon.events.readers).toBe(1));
    daemon.events.tell(SOMETHING);
    for (const tab of [reader, other]) await eventually(() => expect(tab.heard).toEqual(['begin', 1]));
  });
});
