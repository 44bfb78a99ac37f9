import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACK_DELAY_MS, ACK_EVERY_BYTES, AckLedger } from '../../src/client/terminal/acks.js';
import { Heartbeat, PING_EVERY_MS, PONG_DEADLINE_MS, PROBE_DEADLINE_MS } from '../../src/client/terminal/heartbeat.js';
import { BEHIND_AFTER_MS, LagWatch, LOOK_EVERY_MS } from '../../src/client/terminal/lag.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('acknowledging output', () => {
  it('tells the parsed total, once for all the small outputs of a frame', () => {
    const acks: number[] = [];
    const ledger = new AckLedger((bytes) => acks.push(bytes));
    for (const bytes of [10, 20, 30]) {
      ledger.received(bytes);
      ledger.parsed(bytes);
    }
    expect(acks).toEqual([]);
    vi.advanceTimersByTime(ACK_DELAY_MS);
    expect(acks).toEqual([60]);
  });

  it('does not wait once 64 KiB are parsed', () => {
    const acks: number[] = [];
    const ledger = new AckLedger((bytes) => acks.push(bytes));
    ledger.parsed(ACK_EVERY_BYTES - 1);
    expect(acks).toEqual([]);
    ledger.parsed(1);
    expect(acks).toEqual([ACK_EVERY_BYTES]);
    vi.advanceTimersByTime(1000);
    expect(acks).toHaveLength(1);
  });

  it('knows what is still on its way to the screen, and says nothing once disposed', () => {
    const send = vi.fn();
    const ledger = new AckLedger(send);
    ledger.received(5);
    expect(ledger.outstanding).toBe(true);
    ledger.parsed(5);
    expect(ledger.outstanding).toBe(false);
    ledger.dispose();
    vi.advanceTimersByTime(1000);
    expect(send).not.toHaveBeenCalled();
  });
});

describe('the heartbeat', () => {
  it('[practice-environment 3.2 ping] takes a daemon that answers neither ping nor anything else for gone', () => {
    const ping = vi.fn();
    const onSilence = vi.fn();
    new Heartbeat({ ping, isBusy: () => false, onSilence });
    vi.advanceTimersByTime(PING_EVERY_MS);
    expect(ping).toHaveBeenCalledOnce();
    expect(onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(PONG_DEADLINE_MS);
    expect(onSilence).toHaveBeenCalledOnce();
  });

  it('takes any frame for a sign of life', () => {
    const onSilence = vi.fn();
    const heartbeat = new Heartbeat({ ping: () => {}, isBusy: () => false, onSilence });
    vi.advanceTimersByTime(PING_EVERY_MS + PONG_DEADLINE_MS - 1);
    heartbeat.alive();
    vi.advanceTimersByTime(PONG_DEADLINE_MS);
    expect(onSilence).not.toHaveBeenCalled();
  });

  it('does not judge while the page itself is behind with the output', () => {
    let busy = true;
    const onSilence = vi.fn();
    new Heartbeat({ ping: () => {}, isBusy: () => busy, onSilence });
    vi.advanceTimersByTime(PING_EVERY_MS + 5 * PONG_DEADLINE_MS);
    expect(onSilence).not.toHaveBeenCalled();
    busy = false;
    vi.advanceTimersByTime(PONG_DEADLINE_MS);
    expect(onSilence).toHaveBeenCalledOnce();
  });

  it('asks at once where there is doubt, and does not wait long', () => {
    const ping = vi.fn();
    const onSilence = vi.fn();
    const heartbeat = new Heartbeat({ ping, isBusy: () => false, onSilence });
    heartbeat.probe();
    expect(ping).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(PROBE_DEADLINE_MS);
    expect(onSilence).toHaveBeenCalledOnce();
  });
});

describe('a tab that is slower than its program', () => {
  it('[terminal 5 tab-too-slow] is told when the oldest output has waited for long, until the screen is there', () => {
    const told: boolean[] = [];
    const lag = new LagWatch((behind) => told.push(behind));
    lag.received(100);
    vi.advanceTimersByTime(3000);
    lag.received(100);
    vi.advanceTimersByTime(BEHIND_AFTER_MS - 3000);
    lag.parsed(99);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    expect(told).toEqual([true]);
    lag.parsed(101);
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    expect(told).toEqual([true, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[terminal 5 tab-too-slow] is not told while it keeps up, however much there is', () => {
    const told: boolean[] = [];
    const lag = new LagWatch((behind) => told.push(behind));
    lag.received(1000);
    for (let second = 0; second < 60; second += 1) {
      lag.received(1000);
      vi.advanceTimersByTime(1000);
      lag.parsed(1000);
    }
    expect(told).toEqual([]);
    lag.dispose();
  });
});
