/** What repeats an action until the returned function is called. */
export interface Clock {
  every(intervalMs: number, action: () => void): () => void;
}

/** Keeps no program running by itself. */
export const systemClock: Clock = {
  every: (intervalMs, action) => {
    const timer = setInterval(action, intervalMs).unref();
    return () => clearInterval(timer);
  },
};
