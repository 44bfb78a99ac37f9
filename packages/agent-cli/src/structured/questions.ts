import { EventIds } from './events/event-ids.js';

interface Waiting<T> {
  /** The agent's id of its request. */
  readonly requestId: unknown;
  readonly question: T;
}

/** Questions of an agent's that wait for the student, each under an id that no other has had. */
export class Questions<T> {
  readonly #ids = new EventIds();
  readonly #waiting = new Map<string, Waiting<T>>();

  /** Returns its id; undefined if the same request waits already. */
  add(name: string, requestId: unknown, question: T): string | undefined {
    if (this.#idOf(requestId) !== undefined) return undefined;
    const id = this.#ids.next(name);
    this.#waiting.set(id, { requestId, question });
    return id;
  }

  /** The question is answered. */
  take(id: string): Waiting<T> | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  /** The agent no longer waits. Returns the id of the question. */
  lapse(requestId: unknown): string | undefined {
    const id = this.#idOf(requestId);
    if (id !== undefined) this.#waiting.delete(id);
    return id;
  }

  clear(): void {
    this.#waiting.clear();
  }

  #idOf(requestId: unknown): string | undefined {
    return [...this.#waiting].find(([, waiting]) => waiting.requestId === requestId)?.[0];
  }
}
