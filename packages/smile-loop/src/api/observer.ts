import type { WebSocket } from 'ws';
import type { SentEvent } from '../contract/observe-events.js';
import { ObserverQueue } from './queue.js';

/** Bytes that may wait for an observer that does not read, besides the largest that it was sent. Beyond, it is cut off. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** Events that may wait: more than a run of a hundred iterations has. */
const MAX_WAITING = 500;
/** Messages that an observer may send: it has nothing to say, but a page may try. */
const MAX_MESSAGES = 100;

/** Milliseconds in which a page may read the report of a run that has ended: it goes when it has. */
const LAST_READ_MS = 1000;
/** The code of a WebSocket by which nothing was wrong. */
const NORMAL = 1000;

/** One who watches, over its WebSocket. */
export class Observer {
  readonly #socket: WebSocket;
  readonly #queue = new ObserverQueue();
  #timer: NodeJS.Timeout | undefined;
  /** Bytes: the state of a long run is as large as it is, and is what who connects is told first. */
  #largest = 0;
  #messages = 0;
  #isAlive = true;
  #isEnding = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    // After a broken or too large frame, `ws` closes with its code.
    socket.on('error', () => socket.terminate());
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('message', () => this.#handleMessage());
    socket.once('close', () => clearTimeout(this.#timer));
  }

  /** Tells it now, or as soon as it may be told. Never waits for it. */
  tell(event: SentEvent): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#queue.push(event);
    if (this.#queue.length > MAX_WAITING) this.#socket.terminate();
    else this.#flush();
  }

  /** Tells it the rest, and then that it was all, if it has not gone by itself. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.readyState !== this.#socket.OPEN) return resolve();
      this.#socket.once('close', () => resolve());
      this.#isEnding = true;
      this.#flush();
    });
  }

  /** Cuts it off when it has not answered since the last call. */
  ping(): void {
    if (this.#isAlive) this.#socket.ping();
    else this.#socket.terminate();
    this.#isAlive = false;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    for (;;) {
      const now = performance.now();
      const waitMs = this.#queue.waitMs(now);
      if (waitMs === undefined) {
        if (this.#isEnding) this.#timer = setTimeout(() => this.#socket.close(NORMAL), LAST_READ_MS);
        return;
      }
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#flush(), Math.ceil(waitMs));
        return;
      }
      const message = Buffer.from(JSON.stringify(this.#queue.take(now)));
      this.#largest = Math.max(this.#largest, message.length);
      this.#socket.send(message, { binary: false }, () => {});
      if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES + this.#largest) {
        this.#socket.terminate();
        return;
      }
    }
  }

  #handleMessage(): void {
    this.#messages += 1;
    if (this.#messages > MAX_MESSAGES) this.#socket.terminate();
  }
}
