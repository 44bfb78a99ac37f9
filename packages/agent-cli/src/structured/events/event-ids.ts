/** Ids of events, each for one thing only: what comes again under an id of its own is told apart by a number. */
export class EventIds {
  readonly #times = new Map<string, number>();

  next(id: string): string {
    const times = (this.#times.get(id) ?? 0) + 1;
    this.#times.set(id, times);
    if (times === 1) return id;
    // An agent may have chosen that very name.
    return this.next(`${id}~${times}`);
  }
}
