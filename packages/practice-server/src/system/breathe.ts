import { setImmediate } from 'node:timers/promises';

/** Work in slices yields after this many milliseconds; a slice is short enough that nobody waits for 50. */
const TURN_MS = 10;

let turnBegan = 0;

/**
 * Lets everything else that waits have its turn, where the work before has taken long enough: asked for often, it costs
 * next to nothing.
 */
export async function breathe(): Promise<void> {
  if (performance.now() - turnBegan < TURN_MS) return;
  await setImmediate();
  turnBegan = performance.now();
}
