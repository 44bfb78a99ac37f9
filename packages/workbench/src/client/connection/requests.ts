import { randomName } from '../browser/random-name.js';

/** What waits for an answer that names it. */
export interface Request {
  readonly kind: 'open' | 'save';
  readonly path: string;
}

/** Most requests that are remembered: some for each open file. An older one is answered by its path alone. */
const MAX_REQUESTS = 1000;

/** Gives requests their ids, and finds them by those. */
export class Requests {
  /** Answers go to all pages of a project: an id has to name the page, too. */
  readonly #page = randomName();
  readonly #waiting = new Map<string, Request>();
  #count = 0;

  /** For who finds its answer by itself. */
  newId(): string {
    this.#count += 1;
    return `${this.#page}:${this.#count}`;
  }

  add(request: Request): string {
    const id = this.newId();
    const oldest = this.#waiting.keys().next().value;
    if (this.#waiting.size >= MAX_REQUESTS && oldest !== undefined) this.#waiting.delete(oldest);
    this.#waiting.set(id, request);
    return id;
  }

  /** The request that this answers, once. */
  take(id: string | undefined): Request | undefined {
    if (id === undefined) return undefined;
    const request = this.#waiting.get(id);
    this.#waiting.delete(id);
    return request;
  }

  clear(): void {
    this.#waiting.clear();
  }
}
