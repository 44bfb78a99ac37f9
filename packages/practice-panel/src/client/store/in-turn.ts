/**
 * A task that never runs twice at once. Whoever asks for it while it runs gets one more run after it, so that what is
 * known last was read after the last question.
 */
export function inTurn(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const run = (): Promise<void> => {
    running = task().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) return run();
    following ??= running
      .catch(() => {}) // whoever asked for that run hears of it
      .then(() => {
        following = undefined;
        return run();
      });
    return following;
  };
}
