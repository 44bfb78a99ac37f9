import { isLoopbackPage } from '../browser/page.js';
import { onAccessChange } from '../browser/permission.js';
import { pollWhileVisible } from '../browser/poll.js';
import type { Unsubscribe } from '../store/store.js';

/** Time between looks for what was missing in milliseconds. */
const RECHECK_EVERY_MS = 2000;

/** Time between starts in milliseconds where one failed for want of a program: each asks the lesson site too. */
const RESTART_EVERY_MS = 3000;

/** Looks for the daemon again and again, and at once where the student has allowed the page to reach it. */
export function recheckUntilFixed(recheck: () => Promise<void>): Unsubscribe {
  const stopPolling = pollWhileVisible(recheck, RECHECK_EVERY_MS);
  const stopListening = isLoopbackPage() ? () => {} : onAccessChange(() => void recheck());
  return () => {
    stopPolling();
    stopListening();
  };
}

/** Starts the exercise again and again: what a start has missed may not show in the daemon's health. */
export function restartUntilFixed(restart: () => Promise<void>): Unsubscribe {
  return pollWhileVisible(restart, RESTART_EVERY_MS);
}
