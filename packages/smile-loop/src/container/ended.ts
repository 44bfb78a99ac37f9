import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Container } from 'dockerode';
import type { Engine } from './engine.js';
import { isRunning } from './engine-calls.js';
import { engineError } from './engine-errors.js';

/** How a container's program came to its end, as the engine tells. */
export interface Ended {
  readonly code: number;
  readonly outOfMemory: boolean;
}

/**
 * Waits for a container's program without a limit, but not for an engine that is gone: it is asked for a sign of life
 * when the attached stream closes, and at intervals, because a machine that was switched off closes nothing. The engine
 * itself is told to wait only then: for whoever waits, Podman looks at its database hundreds of times a second.
 * @throws SmileError `engine_lost`
 */
export async function waitForEnd(engine: Engine, container: Container, attached: Duplex): Promise<Ended> {
  const done = new AbortController();
  try {
    await untilAboutToEnd(engine, { container, attached }, done.signal);
    const { StatusCode } = await Promise.race([
      container.wait({ abortSignal: done.signal }) as Promise<{ StatusCode: number }>,
      watchEngine(engine, done.signal),
    ]);
    const state = await engine.call((abortSignal) => container.inspect({ abortSignal })).catch(() => undefined);
    return { code: StatusCode, outOfMemory: state?.State.OOMKilled === true };
  } catch (error) {
    throw engineError(error, 'wait for a container');
  } finally {
    done.abort();
  }
}

/** The stream may stay open where nobody reads on, and where its end was lost. Rejects when the engine does not answer. */
async function untilAboutToEnd(
  engine: Engine,
  { container, attached }: { readonly container: Container; readonly attached: Duplex },
  signal: AbortSignal,
): Promise<void> {
  const closed = new Promise<void>((resolve) => void attached.once('close', () => resolve()));
  while (!attached.closed) {
    await Promise.race([closed, sleep(engine.watchMs, signal)]);
    if (attached.closed) return;
    await engine.ping();
    if (!(await isRunning(engine, container))) return;
  }
}

/** Never resolves. Rejects when the engine does not answer. */
async function watchEngine(engine: Engine, signal: AbortSignal): Promise<never> {
  for (;;) {
    signal.throwIfAborted();
    await engine.ping();
    await sleep(engine.watchMs, signal);
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, signal });
}
