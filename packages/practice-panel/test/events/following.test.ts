import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unreachable } from '../../src/client/server/outcome.js';
import type { PracticeServer } from '../../src/client/server/server.js';
import { followStream } from '../../src/client/streams/follow-stream.js';

const SERVER = { connect: async () => undefined } as unknown as PracticeServer;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a stream that is followed', () => {
  it('is given up after failures in a row alone: one that says something begins anew', async () => {
    const leaving = new AbortController();
    let asked = 0;
    let isAlive = true;
    const followed = followStream({
      server: SERVER,
      signal: leaving.signal,
      ask: async (onAlive) => {
        asked += 1;
        if (isAlive) onAlive();
        return unreachable();
      },
    });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(asked).toBeGreaterThan(50);
    isAlive = false;
    await vi.advanceTimersByTimeAsync(100_000);
    expect(await followed).toMatchObject({ error: 'unreachable' });
  });
});
