import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;
/** On a busy machine, a real CLI takes half a minute to start. */
const PATIENCE_MS = 90_000;

/**
 * Asks again until there is an answer, for things that send no event (a tmux screen, another process).
 * Rejects after `timeoutMs` with what `explain` says then.
 */
export async function waitUntil<T>(
  probe: () => Promise<T | undefined> | T | undefined,
  explain: () => string | Promise<string>,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms: ${await explain()}`);
    await pause(POLL_MS);
  }
}
