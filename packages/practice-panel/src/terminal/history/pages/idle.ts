/** How long to wait, in milliseconds, in a browser that does not report when it is idle. */
const LATER_MS = 50;

/** Calls back once when the page has nothing else to do. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(callback);
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(callback, LATER_MS);
  return () => clearTimeout(timer);
}
