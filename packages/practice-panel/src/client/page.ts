import type { Unsubscribe } from './store.js';

/** True while the student cannot see the page. Outside a browser there is always someone to see it. */
export function isHidden(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden';
}

/** Calls back each time the page becomes visible. */
export function onVisible(listener: () => void): Unsubscribe {
  if (typeof document === 'undefined') return () => {};
  const handle = () => {
    if (!isHidden()) listener();
  };
  document.addEventListener('visibilitychange', handle);
  return () => document.removeEventListener('visibilitychange', handle);
}

/** Calls back each time the browser has a network again. */
export function onOnline(listener: () => void): Unsubscribe {
  if (typeof window === 'undefined') return () => {};
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
}

/** True where the page itself is served from the student's machine; browsers ask no permission there. */
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
