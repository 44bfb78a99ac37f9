import { setTimeout as pause } from 'node:timers/promises';
import { patience } from './patience.js';

const POLL_MS = 20;
/**
 * How many times as long as an answer took is waited before asking again: whoever waits leaves the machine to what it
 * waits for. To look at a tmux screen starts a process; asked without pause, that alone fills a core.
 */
const REST = 4;
/** Nobody waits longer than this for what is there already. */
const MAX_POLL_MS = 250;
/** On a busy machine, a real CLI takes half a minute to start. */
const PATIENCE_MS = 90_000;

/**
 * Asks again until there is an answer, for things that send no event (a tmux screen, another process).
 * Rejects after `timeoutMs` with what `explain` says then.
 */
export async function waitUntil<T>(
  probe: () => Promise<T | undefined> | T | undefined,
  explain: () => string | Promise<string>,
  timeoutMs = patience(PATIENCE_MS),
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const asked = performance.now();
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms: ${await explain()}`);
    await pause(Math.min(MAX_POLL_MS, Math.max(POLL_MS, REST * (performance.now() - asked))));
  }
}
