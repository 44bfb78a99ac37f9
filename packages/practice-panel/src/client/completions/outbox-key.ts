/** The key of the outbox in localStorage. */
export const OUTBOX_KEY = 'practice:completions';

/** Whether anything was kept, without reading it: that takes more code than a lesson's page should have. */
export function hasOutbox(): boolean {
  try {
    return localStorage.getItem(OUTBOX_KEY) !== null;
  } catch {
    return false; // storage is blocked here
  }
}
