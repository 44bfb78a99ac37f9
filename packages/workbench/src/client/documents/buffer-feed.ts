import { type ClientPayload, MAX_FILE_BYTES, type Position, type Range } from '@agent-factory/protocol/coach';
import { ChangeLog } from '../changes/change-log.js';
import type { Changes } from '../changes/changes.js';
import type { Clock } from '../clock.js';

/** Milliseconds between two messages about one document: at most 20 a second. */
const UPDATE_EVERY_MS = 50;
/** Bytes that may wait for the network: beyond, changes are put together until it has taken them. */
const MOST_WAITING_BYTES = 1024 * 1024;

export interface FeedLine {
  readonly isOpen: boolean;
  readonly waitingBytes: number;
  /** False if it was not sent. */
  send(type: 'buffer:update', update: ClientPayload<'buffer:update'>): boolean;
}

export interface Typed {
  readonly text: () => string;
  readonly length: number;
  readonly cursor: Position;
  readonly selections: readonly Range[];
}

/**
 * Tells the daemon what one document's text is: the whole of it first, and then only what changes. It starts again
 * with the whole text whenever the daemon may have another one.
 */
export class BufferFeed {
  readonly #path: string;
  readonly #line: FeedLine;
  readonly #clock: Clock;
  /** Changes since the text that the daemon has; undefined if it may have none. */
  #log: ChangeLog | undefined;
  #latest: Typed | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(path: string, line: FeedLine, clock: Clock) {
    this.#path = path;
    this.#line = line;
    this.#clock = clock;
  }

  handleChanges(changes: Changes, typed: Typed): void {
    this.#log?.add(changes);
    this.#latest = typed;
    this.#cancelTimer ??= this.#clock.after(UPDATE_EVERY_MS, () => this.#sendWhenReady());
  }

  /** What the daemon has is not known any more. With a text, it is sent soon. */
  forgetSent(typed?: Typed): void {
    this.#log = undefined;
    this.#latest = typed;
    if (typed === undefined) this.#stopTimer();
    else this.#cancelTimer ??= this.#clock.after(UPDATE_EVERY_MS, () => this.#sendWhenReady());
  }

  /** Sends what has not been sent. */
  flush(): void {
    this.#stopTimer();
    const typed = this.#latest;
    if (typed === undefined) return;
    const { cursor, selections } = typed;
    const body = this.#body(typed);
    const isSent =
      body !== undefined &&
      this.#line.send('buffer:update', {
        path: this.#path,
        ...body,
        cursorPosition: cursor,
        selections: [...selections],
      });
    this.#log = isSent ? new ChangeLog(typed.length) : undefined;
    if (isSent) this.#latest = undefined;
  }

  dispose(): void {
    this.#stopTimer();
  }

  #body({ text, length }: Typed) {
    if (this.#log?.changes !== undefined) return { changes: [...this.#log.changes], length: this.#log.length };
    return length > MAX_FILE_BYTES ? undefined : { content: text() };
  }

  #sendWhenReady(): void {
    this.#cancelTimer = undefined;
    if (this.#line.isOpen && this.#line.waitingBytes > MOST_WAITING_BYTES) {
      this.#cancelTimer = this.#clock.after(UPDATE_EVERY_MS, () => this.#sendWhenReady());
    } else this.flush();
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
