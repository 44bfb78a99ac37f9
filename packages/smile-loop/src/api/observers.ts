import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { LoopState } from '../contract/loop-state.js';
import type { SentEvent } from '../contract/observe-events.js';
import { Observer } from './observer.js';

/** Bytes of a message that an observer may send: nobody reads it. */
const MAX_MESSAGE_BYTES = 1024;
/** Milliseconds between two pings: a page whose machine slept is gone after two of them. */
const PING_MS = 30_000;

/** Milliseconds for the last words: within them, all that may wait is told, and the report is read. */
const CLOSE_MS = 2500;

/** Those who watch. Each is told the state when it comes, then what happens; nothing is kept for who is not there. */
export class Observers {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  readonly #observers = new Set<Observer>();
  readonly #state: () => LoopState;
  readonly #pings: NodeJS.Timeout;

  constructor(state: () => LoopState, pingMs: number = PING_MS) {
    this.#state = state;
    this.#pings = setInterval(() => {
      for (const observer of this.#observers) observer.ping();
    }, pingMs);
  }

  get count(): number {
    return this.#observers.size;
  }

  admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const observer = new Observer(webSocket);
      this.#observers.add(observer);
      webSocket.once('close', () => this.#observers.delete(observer));
      observer.tell({ type: 'connected', state: this.#state() });
    });
  }

  publish(event: SentEvent): void {
    for (const observer of this.#observers) observer.tell(event);
  }

  /** Tells all what they have still to be told, the end of a run above all, to those who take it within a second. */
  async close(): Promise<void> {
    clearInterval(this.#pings);
    const limit = new Promise((resolve) => void setTimeout(resolve, CLOSE_MS).unref());
    await Promise.race([Promise.all([...this.#observers].map((observer) => observer.end())), limit]);
    for (const webSocket of this.#server.clients) webSocket.terminate();
    this.#server.close();
  }
}
