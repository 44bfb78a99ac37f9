import { PracticeError } from '@agent-factory/protocol';
import { MAX_COACH_CONNECTIONS, type ServerMessageType, type ServerPayload } from '@agent-factory/protocol/coach';
import { encode, type Page, type PageFacts } from './page.js';

interface Told {
  /** Repeats the `id` of the message that it answers, so that who asked knows that it is for them. */
  readonly id?: string | undefined;
  /** It knows already. */
  readonly except?: Page;
}

/** The pages that look at a project. */
export class Audience {
  readonly #pages = new Set<Page>();
  #told = 0;
  #left = new AbortController();

  get size(): number {
    return this.#pages.size;
  }

  /** Aborts when the last page goes that is there now: nobody waits for an answer any more. */
  get left(): AbortSignal {
    return this.#left.signal;
  }

  /** What those that have said hello have said of themselves. */
  get facts(): PageFacts[] {
    return [...this.#pages].flatMap(({ facts }) => facts ?? []);
  }

  /** How often pages were told something, whether or not there were any. */
  get told(): number {
    return this.#told;
  }

  /** Throws `too_many_connections`. */
  add(page: Page): void {
    if (this.#pages.size >= MAX_COACH_CONNECTIONS) throw tooMany();
    this.#pages.add(page);
  }

  remove(page: Page): void {
    if (this.#pages.delete(page) && this.#pages.size === 0) this.#leave();
  }

  /** Tells all pages that have said hello. It is put into words once, however many there are. */
  broadcast<Type extends ServerMessageType>(type: Type, payload: ServerPayload<Type>, told: Told = {}): void {
    this.#told += 1;
    const pages = [...this.#pages].filter((page) => page.isGreeted && page !== told.except);
    if (pages.length === 0) return;
    const text = encode(type, payload, told.id);
    for (const page of pages) page.send(text);
  }

  close(): void {
    for (const page of this.#pages) page.close();
    this.#pages.clear();
    this.#leave();
  }

  /** Those who come later wait for answers of their own. */
  #leave(): void {
    this.#left.abort();
    this.#left = new AbortController();
  }
}

function tooMany(): PracticeError {
  const message = `${MAX_COACH_CONNECTIONS} pages look at this project already. Close one of them.`;
  return new PracticeError('too_many_connections', message);
}
