import type { Unsubscribe } from '../store/store.js';

/** A page that is visible but covered may get no frames; what is new is not held back for longer than this. */
const LONGEST_WAIT_MS = 40;

/** Runs a task with the next frame, or soon after where there are no frames. Returns how to call it off. */
export function inNextFrame(task: () => void): Unsubscribe {
  const run = () => {
    cancel();
    task();
  };
  const timer = setTimeout(run, LONGEST_WAIT_MS);
  const frame = typeof requestAnimationFrame === 'function' ? requestAnimationFrame(run) : undefined;
  const cancel = () => {
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
  return cancel;
}
