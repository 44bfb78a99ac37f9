import { CLOSE_CODES } from '@agent-factory/protocol';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../src/client/store/store.js';
import { reduceConnection } from '../../../src/client/terminal/connection-state.js';
import { untilSettled } from '../../../src/client/terminal/until-settled.js';
import { attach, connect, endConnections, letIn, makeConnection, settle } from '../../support/connections.js';
import { TerminalDaemon } from '../../support/terminal-daemon.js';

endConnections();

const LONG_MS = 1_000_000;

/** Whether it has resolved, at any time. */
function watched(promise: Promise<void>): { done: boolean } {
  const state = { done: false };
  void promise.then(() => {
    state.done = true;
  });
  return state;
}

describe('what waits until a terminal is attached', () => {
  it('goes on when it is', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = connect({ url: daemon.url });
    const waiting = watched(untilSettled(connection, LONG_MS));
    await settle();
    expect(waiting.done).toBe(false);
    await letIn(daemon, connection);
    await settle();
    expect(waiting.done).toBe(true);
  });

  it('does not wait where it is already', async () => {
    await using daemon = await TerminalDaemon.start();
    const { connection } = await attach(daemon);
    await untilSettled(connection, LONG_MS);
  });

  it('goes on when it comes to nothing', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = connect({ url: daemon.url });
    const waiting = untilSettled(connection, LONG_MS);
    (await daemon.peer()).socket.close(CLOSE_CODES.frame_too_large.code);
    await waiting;
    expect(connection.getSnapshot().status).toBe('lost');
  });

  it('goes on when the connection breaks and is to be made again', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = connect({ url: daemon.url });
    const waiting = untilSettled(connection, LONG_MS);
    (await daemon.peer()).socket.terminate();
    await waiting;
    expect(connection.getSnapshot().status).toBe('reconnecting');
  });

  it('goes on after a while where nobody opens it', async () => {
    await using daemon = await TerminalDaemon.start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const waiting = watched(untilSettled(makeConnection({ url: daemon.url }), 500));
    await vi.advanceTimersByTimeAsync(499);
    expect(waiting.done).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(waiting.done).toBe(true);
  });

  it('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const store = createStore(reduceConnection, { status: 'connecting' });
    let listeners = 0;
    const subscribe = (listener: () => void) => {
      listeners += 1;
      const stop = store.subscribe(listener);
      return () => {
        listeners -= 1;
        stop();
      };
    };
    const waiting = untilSettled({ getSnapshot: store.getSnapshot, subscribe }, LONG_MS);
    expect([vi.getTimerCount(), listeners]).toEqual([1, 1]);
    store.dispatch({ type: 'ended', reason: 'completed' });
    await waiting;
    expect([vi.getTimerCount(), listeners]).toEqual([0, 0]);
  });
});
