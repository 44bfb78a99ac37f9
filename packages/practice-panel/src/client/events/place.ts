import type { StreamOpened } from '@agent-factory/protocol/events';

/** How far this page has followed the log of events: what it has seen, it need not see again. */
export class Place {
  #log: string | undefined;
  #id = 0;

  /** Where to go on; undefined before the first stream. */
  get cursor(): string | undefined {
    return this.#log === undefined ? undefined : `${this.#log}-${this.#id}`;
  }

  /** A stream begins there. True if something that is not known here may have happened before. */
  moveTo({ cursor, gap }: StreamOpened): boolean {
    const [log = '', id] = cursor.split('-');
    const isKnown = !gap && log === this.#log && Number(id) <= this.#id;
    if (isKnown) return false;
    this.#log = log;
    this.#id = Number(id);
    return true;
  }

  /** Goes on to an event. False if it has been seen already. */
  pass(id: number): boolean {
    if (id <= this.#id) return false;
    this.#id = id;
    return true;
  }
}
