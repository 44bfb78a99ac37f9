import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACK_DELAY_MS, ACK_EVERY_BYTES, AckLedger } from '../src/client/acks.js';
import { Heartbeat, PING_EVERY_MS, PONG_DEADLINE_MS } from '../src/client/heartbeat.js';

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
  it('takes a daemon that answers neither ping nor anything else for gone', () => {
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
});
