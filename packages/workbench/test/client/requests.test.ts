import { expect, it } from 'vitest';
import { Line } from '../../src/client/connection/line.js';
import { Requests } from '../../src/client/connection/requests.js';
import { TestPage } from './support/browser.js';
import { ManualClock } from './support/manual-clock.js';

it('requests of two pages never have the same id, as the answers go to both', () => {
  const [one, other] = [new Requests(), new Requests()];
  const ids = [one, one, other, other].map((requests) => requests.add({ kind: 'save', path: 'a.py' }));
  expect(new Set(ids).size).toBe(4);
  expect(other.take(ids[0])).toBeUndefined();
});

it('a page that has gone while it looked for the daemon connects to nobody', async () => {
  let find = (_: string): void => {};
  const addresses: string[] = [];
  const found = new Promise<string>((resolve) => {
    find = resolve;
  });
  const line = new Line({
    url: () => found,
    openSocket: (address) => {
      addresses.push(address);
      throw new Error('nobody is to be called');
    },
    clock: new ManualClock(),
    page: new TestPage(),
    hello: () => ({ version: '1', platform: 'browser', windowSize: { width: 1, height: 1 } }),
    onState: () => {},
    onMessage: () => {},
    onInvalid: () => {},
  });
  line.connect();
  line.dispose();
  find('ws://127.0.0.1:9/ws');
  await new Promise(setImmediate); // behind everything that waits for the address
  expect(addresses).toEqual([]);
});
