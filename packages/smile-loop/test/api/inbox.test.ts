import { expect, it } from 'vitest';
import { Inbox } from '../../src/api/inbox.js';

const { signal } = new AbortController();

it('lets one wait at a time', async () => {
  const inbox = new Inbox<number>();
  const waiting = inbox.next(signal);
  expect(() => inbox.next(signal)).toThrow('already waits');
  expect([inbox.deliver(1), inbox.deliver(2)]).toEqual([true, false]);
  expect(await waiting).toBe(1);
});

it('is free again when who waits has left, and nobody waits who has left before', async () => {
  const inbox = new Inbox<number>();
  const leave = new AbortController();
  const waiting = inbox.next(leave.signal);
  leave.abort(new Error('the loop was stopped'));
  await expect(waiting).rejects.toThrow('the loop was stopped');
  expect(() => inbox.next(leave.signal)).toThrow('the loop was stopped');
  expect(inbox.deliver(1)).toBe(false);
  const next = inbox.next(signal);
  expect(inbox.deliver(2)).toBe(true);
  expect(await next).toBe(2);
});
