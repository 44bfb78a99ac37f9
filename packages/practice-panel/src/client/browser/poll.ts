import type { Unsubscribe } from '../store/store.js';
import { isHidden, onVisible } from './page.js';

/**
 * Runs a task repeatedly while the page is visible, each run `intervalMs` after the last one ended. When
 * the page becomes visible again, the task runs at once. The first run is after one interval.
 * The task handles its own failures.
 */
export function pollWhileVisible(task: () => Promise<void>, intervalMs: number): Unsubscribe {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let stopped = false;

  const run = async () => {
    clearTimeout(timer);
    if (running || stopped || isHidden()) return;
    running = true;
    await task();
    running = false;
    schedule();
  };
  const schedule = () => {
    if (!stopped) timer = setTimeout(run, intervalMs);
  };
  const stopWatching = onVisible(run);
  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stopWatching();
  };
}
