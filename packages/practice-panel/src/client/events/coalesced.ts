/** A task that may be asked for often. */
export interface Coalesced {
  /** Runs it once for all that ask within the time; whoever asks while it runs gets another run. */
  ask(): void;
  stop(): void;
}

/** Joins what is asked for within so many milliseconds of the first. The task handles its own failures. */
export function coalesced(task: () => Promise<void>, withinMs: number): Coalesced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isAsked = false;
  let isStopped = false;

  const run = async () => {
    timer = undefined;
    isRunning = true;
    isAsked = false;
    await task();
    isRunning = false;
    if (isAsked) schedule();
  };
  const schedule = () => {
    if (isRunning) isAsked = true;
    else if (!isStopped) timer ??= setTimeout(run, withinMs);
  };
  return {
    ask: schedule,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
