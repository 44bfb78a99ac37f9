import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Precedence } from '../../src/client/events/precedence.js';
import { Waiting } from './waiting.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what comes behind what the student waits for', () => {
  it('is done at once while nothing goes first', async () => {
    const first = new Precedence();
    const act = vi.fn();
    first.behind(act);
    expect(act).toHaveBeenCalledOnce();
    await first.passed();
  });

  it('is done once, in its order, when all that goes first has settled, whichever way', async () => {
    const first = new Precedence();
    const [one, other] = [new Waiting(), new Waiting()];
    const done: string[] = [];
    const given = first.give(one.task);
    const failed = first.give(other.task).catch((error: Error) => error.message);
    first.behind(() => done.push('a'));
    first.behind(() => done.push('b'));
    void first.passed().then(() => done.push('c'));
    one.resolve('result');
    expect(await given).toBe('result');
    expect(done).toEqual([]);
    other.reject(new Error('refused'));
    expect(await failed).toBe('refused');
    await Promise.resolve();
    expect(done).toEqual(['a', 'b', 'c']);
    await first.give(async () => {});
    expect(done).toEqual(['a', 'b', 'c']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait for longer than two seconds', async () => {
    const first = new Precedence();
    const slow = new Waiting();
    const given = first.give(slow.task);
    const act = vi.fn();
    first.behind(act);
    await vi.advanceTimersByTimeAsync(1999);
    expect(act).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(act).toHaveBeenCalledOnce();
    const later = vi.fn();
    first.behind(later);
    expect(later).toHaveBeenCalledOnce();
    slow.resolve('late');
    expect(await given).toBe('late');
  });

  it('waits for two seconds at most, also where one thing after another goes first', async () => {
    const first = new Precedence();
    const act = vi.fn();
    const giveOn = () => void first.give(() => new Promise<void>((resolve) => setTimeout(resolve, 1500)));
    giveOn();
    const timer = setInterval(giveOn, 1000);
    first.behind(act);
    await vi.advanceTimersByTimeAsync(1999);
    expect(act).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(act).toHaveBeenCalledOnce();
    clearInterval(timer);
    await vi.advanceTimersByTimeAsync(1500);
    expect(act).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits also for what begins to go first meanwhile', async () => {
    const first = new Precedence();
    const [one, other] = [new Waiting(), new Waiting()];
    void first.give(one.task);
    const act = vi.fn();
    first.behind(act);
    void first.give(other.task);
    one.resolve('');
    await vi.advanceTimersByTimeAsync(0);
    expect(act).not.toHaveBeenCalled();
    other.resolve('');
    await vi.advanceTimersByTimeAsync(0);
    expect(act).toHaveBeenCalledOnce();
  });
});
