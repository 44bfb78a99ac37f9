import type { Unsubscribe } from '../store/store.js';

/** True while the student cannot see the page. Outside a browser there is always someone to see it. */
export function isHidden(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden';
}

/** Calls back each time the page becomes visible. */
export function onVisible(listener: () => void): Unsubscribe {
  return onVisibilityChange(() => {
    if (!isHidden()) listener();
  });
}

/** Calls back each time the page becomes visible or hidden. */
export function onVisibilityChange(listener: () => void): Unsubscribe {
  if (typeof document === 'undefined') return () => {};
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Calls back each time the browser has a network again. */
export function onOnline(listener: () => void): Unsubscribe {
  if (typeof window === 'undefined') return () => {};
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
}

/** How often to read the clock, and how long a gap means that the machine slept; both in milliseconds. */
const LOOK_AT_CLOCK_EVERY_MS = 2000;
const SLEPT_FOR_MS = 10_000;

/** Calls back when the machine has slept: the clock went on while nothing ran. A throttled tab may count as asleep. */
export function onWake(listener: () => void): Unsubscribe {
  let before = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    const slept = now - before > SLEPT_FOR_MS;
    before = now;
    if (slept) listener();
  }, LOOK_AT_CLOCK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Makes the browser ask before the student leaves the page, until the returned function is called. */
export function askBeforeLeaving(): Unsubscribe {
  if (typeof window === 'undefined') return () => {};
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}

/** True if the page itself is served from the student's machine; browsers then ask for no permission. */
export function isLoopbackPage(): boolean {
  if (typeof location === 'undefined') return true;
  return isLoopbackHost(location.hostname);
}

function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Whether the student has asked their system for less motion. */
export function prefersLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
