/** Where the loop waits for the one result that it has asked for. */
export class Inbox<T> {
  #waiting: ((result: T) => void) | undefined;

  /** Waits for a result; rejects with the signal's reason. Only one may wait at a time. */
  next(signal: AbortSignal): Promise<T> {
    if (this.#waiting !== undefined) throw new Error('Somebody already waits for this result.');
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = undefined;
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting = (result) => {
        this.#waiting = undefined;
        signal.removeEventListener('abort', leave);
        resolve(result);
      };
    });
  }

  /** False when nobody waits for it, as for one that came twice. */
  deliver(result: T): boolean {
    const waiting = this.#waiting;
    waiting?.(result);
    return waiting !== undefined;
  }
}
