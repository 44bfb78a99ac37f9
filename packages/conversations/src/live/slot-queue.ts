/** Agents are started one after the other as far as their number is counted: two at once would both find room. */
export class SlotQueue {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#last.then(action);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
