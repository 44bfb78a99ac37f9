import { setImmediate } from 'node:timers/promises';

/** Sliced work yields after this many milliseconds; its slices are short enough that nobody ever waits for 50. */
const TURN_MS = 10;

let turnBegan = 0;

/**
 * Lets everything else that is waiting have its turn if the work so far has taken long enough. Frequent calls cost
 * next to nothing.
 */
export async function breathe(): Promise<void> {
  if (performance.now() - turnBegan < TURN_MS) return;
  await setImmediate();
  turnBegan = performance.now();
}
