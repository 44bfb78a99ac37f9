import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Container } from 'dockerode';
import type { Engine } from './engine.js';
import { engineError } from './engine-errors.js';

/** How a container's program came to its end, as the engine tells. */
export interface Ended {
  readonly code: number;
  readonly outOfMemory: boolean;
}

/**
 * Waits for a container's program without a limit, but not for an engine that is gone: it is asked for a sign of life
 * when the attached stream closes, and at intervals, because a machine that was switched off closes nothing.
 * @throws SmileError `engine_lost`
 */
export async function waitForEnd(engine: Engine, container: Container, attached: Duplex): Promise<Ended> {
  const done = new AbortController();
  try {
    const { StatusCode } = await Promise.race([
      container.wait({ abortSignal: done.signal }) as Promise<{ StatusCode: number }>,
      watchEngine(engine, attached, done.signal),
    ]);
    const state = await engine.call((abortSignal) => container.inspect({ abortSignal })).catch(() => undefined);
    return { code: StatusCode, outOfMemory: state?.State.OOMKilled === true };
  } catch (error) {
    throw engineError(error, 'wait for a container');
  } finally {
    done.abort();
  }
}

/** Never resolves. Rejects when the engine does not answer. */
async function watchEngine(engine: Engine, attached: Duplex, signal: AbortSignal): Promise<never> {
  const closed = new Promise<void>((resolve) => void attached.once('close', () => resolve()));
  await Promise.race([closed, sleep(engine.watchMs, signal)]);
  for (;;) {
    signal.throwIfAborted();
    await engine.ping();
    await sleep(engine.watchMs, signal);
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, signal });
}
