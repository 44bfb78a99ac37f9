import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACK_DELAY_MS, ACK_EVERY_BYTES, AckLedger } from '../../src/client/terminal/acks.js';
import { Heartbeat, PING_EVERY_MS, PONG_DEADLINE_MS, PROBE_DEADLINE_MS } from '../../src/client/terminal/heartbeat.js';
import { BEHIND_AFTER_MS, LagWatch, LOOK_EVERY_MS } from '../../src/client/terminal/lag.js';
import { SeenPage } from '../support/seen-page.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

  it('counts to 64 KiB anew after each, so that small outputs share one again', () => {
    const acks: number[] = [];
    const ledger = new AckLedger((bytes) => acks.push(bytes));
    ledger.parsed(ACK_EVERY_BYTES);
    ledger.parsed(10);
    ledger.parsed(20);
    expect(acks).toEqual([ACK_EVERY_BYTES]);
    vi.advanceTimersByTime(ACK_DELAY_MS);
    expect(acks).toEqual([ACK_EVERY_BYTES, ACK_EVERY_BYTES + 30]);
  });

  // The daemon holds the program back above 256 KiB that nobody has acknowledged, and lets it go on below 64 KiB.
  it('comes early enough that the daemon holds nothing back which has been drawn long ago', () => {
    const acks: number[] = [];
    const ledger = new AckLedger((bytes) => acks.push(bytes));
    ledger.parsed(128 * 1024);
    expect(acks).toEqual([128 * 1024]);
    ledger.parsed(1);
    vi.advanceTimersByTime(50);
    expect(acks).toEqual([128 * 1024, 128 * 1024 + 1]);
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

  // Middleboxes forget a connection that was silent for 30 s, and then what is typed goes nowhere.
  it('is heard on a quiet line before middleboxes forget it', () => {
    const ping = vi.fn();
    const heartbeat = new Heartbeat({ ping, isBusy: () => false, onSilence: () => {} });
    vi.advanceTimersByTime(29_000);
    expect(ping).toHaveBeenCalledOnce();
    heartbeat.dispose();
  });

  // Until then, the student types into a terminal that is dead; a daemon under load may be late by seconds.
  it('notices a dead line within the minute, and gives a slow daemon some seconds to answer', () => {
    const ping = vi.fn();
    const onSilence = vi.fn();
    new Heartbeat({ ping, isBusy: () => false, onSilence });
    vi.advanceTimersToNextTimer();
    expect(ping).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(5000);
    expect(onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(25_000);
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

  it('is told each time that it falls behind', () => {
    const told: boolean[] = [];
    const lag = new LagWatch((behind) => told.push(behind));
    for (const time of [1, 2]) {
      lag.received(100);
      vi.advanceTimersByTime(BEHIND_AFTER_MS + LOOK_EVERY_MS);
      expect([time, told.splice(0)]).toEqual([time, [true]]);
      lag.parsed(100);
      vi.advanceTimersByTime(LOOK_EVERY_MS);
      expect([time, told.splice(0)]).toEqual([time, [false]]);
    }
    lag.dispose();
  });

  // What the student sees is old: they wait for a prompt that has been there for seconds. A stall of a moment is none.
  it('is told before a student takes the program for hung, and not for a stall of a moment', () => {
    const told: boolean[] = [];
    const lag = new LagWatch((behind) => told.push(behind));
    lag.received(100);
    vi.advanceTimersByTime(2000);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(8000);
    expect(told).toEqual([true]);
    lag.dispose();
  });

  it('is told nothing while nobody sees it, and gets its time to catch up from when somebody does', () => {
    const page = new SeenPage();
    const told: boolean[] = [];
    const lag = new LagWatch((behind) => told.push(behind));
    page.hide();
    lag.received(100);
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([]);
    page.show();
    vi.advanceTimersByTime(BEHIND_AFTER_MS);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    expect(told).toEqual([true]);
    lag.dispose();
  });
});
