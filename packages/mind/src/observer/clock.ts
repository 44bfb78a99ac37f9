/** A clock that never jumps. Tests bring their own. */
export interface ObserverClock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Calls back once, after so many milliseconds, unless the returned function is called before. */
  after(ms: number, action: () => void): () => void;
}

/** Keeps no program running by itself. */
export const steadyClock: ObserverClock = {
  now: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};
