/** What tells the time and waits. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Runs the task once after so many milliseconds, unless the returned function is called before. */
  after(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
