/** Longest uninterrupted work in milliseconds: half a frame. */
const TURN_MS = 8;

/** Gives the page its turn in the middle of long work. */
export class Turns {
  #began = performance.now();

  /** Call it without waiting between pieces of work that belong together. */
  async next(): Promise<void> {
    const now = performance.now();
    if (now - this.#began < TURN_MS) return;
    await breathe();
    this.#began = performance.now();
  }
}

/** A message comes back sooner than a timer, which browsers hold back for 4 ms once several followed each other. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
