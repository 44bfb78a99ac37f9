import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepServer } from '../../src/client/events/keep-server.js';
import { Precedence } from '../../src/client/events/precedence.js';
import type { PracticeServer } from '../../src/client/server/server.js';
import { Waiting } from './waiting.js';

const AT = { id: 1, at: '2026-01-05T10:00:00.000Z' };
const CHANGE = { ...AT, type: 'progress_changed', data: { reason: 'import' } } as const;
const HEALTH = { ...AT, type: 'health_changed', data: { healthy: true } } as const;

function keep(healthy = true, first = new Precedence()) {
  const [refresh, connect] = [vi.fn(async () => {}), vi.fn(async () => ({}))];
  const server = {
    refresh,
    connect,
    getSnapshot: () => ({ connection: { status: 'connected', health: { healthy } } }),
  };
  return { kept: keepServer(server as unknown as PracticeServer, first), refresh, connect };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what the page knows of the daemon', () => {
  it.each([true, false])(
    'is asked for where events begin; its health only where it was not well (well: %s)',
    async (isWell) => {
      const { kept, refresh, connect } = keep(isWell);
      kept.onBegin();
      await vi.advanceTimersByTimeAsync(1000);
      expect(refresh).toHaveBeenCalledOnce();
      expect(connect).toHaveBeenCalledTimes(isWell ? 0 : 1);
    },
  );

  it('is not asked for once the page has left', async () => {
    const { kept, refresh, connect } = keep();
    kept.onEvent(CHANGE);
    kept.onEvent(HEALTH);
    kept.stop();
    kept.onEvent(CHANGE);
    await vi.advanceTimersByTimeAsync(1000);
    expect([refresh, connect].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it('waits for what goes first, and is not asked for where the page has left meanwhile', async () => {
    const first = new Precedence();
    const { kept, refresh } = keep(true, first);
    const terminal = new Waiting();
    const given = first.give(terminal.task);
    kept.onEvent(CHANGE);
    await vi.advanceTimersByTimeAsync(1000);
    expect(refresh).not.toHaveBeenCalled();
    terminal.resolve('attached');
    await given;
    await vi.advanceTimersByTimeAsync(0);
    expect(refresh).toHaveBeenCalledOnce();
    const next = new Waiting();
    void first.give(next.task);
    kept.onEvent(CHANGE);
    await vi.advanceTimersByTimeAsync(1000);
    kept.stop();
    next.resolve('attached');
    await vi.advanceTimersByTimeAsync(0);
    expect(refresh).toHaveBeenCalledOnce();
  });
});
