import { PracticeError } from '@agent-factory/protocol';
import { asText } from '../json.js';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Requests to the agent that wait for their answers, by id. */
export class Pending {
  readonly #waiting = new Map<string, Waiting>();
  readonly #timeoutMs: number;
  #lastId = 0;

  /** @param timeoutMs longest wait for an answer */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** An id for the next request, and the answer to it. Rejects with `agent_failed` if none comes in time. */
  ask(what: string): { id: number; answer: Promise<unknown> } {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => this.reject(id, hung(what)), this.#timeoutMs);
      this.#waiting.set(String(id), { resolve, reject, timer });
    });
    // Whoever asks may be gone when the agent ends; a rejection that nobody awaits must not end the daemon.
    answer.catch(() => undefined);
    return { id, answer };
  }

  /** False if nobody waits for it. */
  resolve(id: unknown, value: unknown): boolean {
    const waiting = this.#take(id);
    waiting?.resolve(value);
    return waiting !== undefined;
  }

  reject(id: unknown, error: Error): boolean {
    const waiting = this.#take(id);
    waiting?.reject(error);
    return waiting !== undefined;
  }

  #take(id: unknown): Waiting | undefined {
    // Text, where the protocol wants text. A list with an id in it is none.
    const key = typeof id === 'number' ? String(id) : asText(id);
    if (key === undefined) return undefined;
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    clearTimeout(waiting?.timer);
    return waiting;
  }

  /** The agent has ended. */
  rejectAll(error: Error): void {
    for (const id of [...this.#waiting.keys()]) this.reject(id, error);
  }
}

/** The agent has not answered what was asked. */
export function hung(what: string): PracticeError {
  const message = `The agent did not answer (${what}). Try again; if it happens again, start it in a terminal of your own to see why.`;
  return new PracticeError('agent_failed', message, { reason: 'hung' });
}
