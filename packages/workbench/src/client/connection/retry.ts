/** First pause in milliseconds after a drop: a daemon that restarts is back in half a second. */
const FIRST_PAUSE_MS = 250;
/** Longest pause in milliseconds. The daemon is on this machine, so one attempt in five seconds costs nothing. */
const LONGEST_PAUSE_MS = 5000;

/** Milliseconds to wait after so many failed attempts in a row; 0 is right after the drop. It never gives up. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
}
