/** Where a browser does not tell when it is idle, after this long, in milliseconds. */
const LATER_MS = 50;

/** Calls back once when the page has nothing else to do. Returns how to call it off. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(callback);
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(callback, LATER_MS);
  return () => clearTimeout(timer);
}
