import type { Clock } from './clock.js';
import { asEnding, Ending, SUMMARIES } from './ending.js';

export interface Bounds {
  readonly clock: Clock;
  /** Fires when someone stops the loop. */
  readonly stop: AbortSignal;
  /** Milliseconds that are left for the whole run. */
  readonly leftMs: number;
  /** Milliseconds for this piece of work; endless where it has no limit of its own. */
  readonly limitMs: number;
}

/**
 * Does a piece of work until one of its bounds is met; then its signal fires, and the `Ending` is thrown at once: who
 * does not heed the signal cannot hold the loop. Expected errors of the work become endings as well.
 */
export async function bounded<T>(work: (signal: AbortSignal) => Promise<T>, bounds: Bounds): Promise<T> {
  const { clock, stop, leftMs, limitMs } = bounds;
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const handleStop = () => controller.abort(stopped());
  if (stop.aborted) throw stopped();
  stop.addEventListener('abort', handleStop, { once: true });
  const timeSpent = limitMs >= leftMs;
  const cancel = clock.after(Math.min(limitMs, leftMs), () =>
    controller.abort(timeSpent ? outOfTime() : silent(limitMs)),
  );
  try {
    return await Promise.race([work(signal).catch((error) => reasonOrEnding(error, signal)), ended]);
  } finally {
    cancel();
    stop.removeEventListener('abort', handleStop);
    ended.catch(() => {});
  }
}

/** What fails because it was ended says nothing new. */
function reasonOrEnding(error: unknown, signal: AbortSignal): never {
  if (signal.aborted) throw signal.reason;
  return asEnding(error);
}

function stopped(): Ending {
  return new Ending('stopped', 'stopped', SUMMARIES.stopped ?? '');
}

export function outOfTime(): Ending {
  return new Ending('time_spent', 'timeout', SUMMARIES.time_spent ?? '');
}

function silent(limitMs: number): Ending {
  const seconds = Math.round(limitMs / 1000);
  return new Ending(
    'harness_failed',
    'wrapper_silent',
    `The agent's wrapper did not report within ${seconds} seconds.`,
  );
}
