import { CLOSE_CODES, retryAdvice, type ServerFrame } from '@agent-factory/protocol';
import { type ConnectionState, reduceConnection } from './connection-state.js';
import { Emitter } from './emitter.js';
import { isHidden, onOnline, onVisible } from './page.js';
import { reconnectStep } from './reconnect.js';
import { type Output, type SocketEnd, TerminalSocket } from './socket.js';
import { createStore, type Unsubscribe } from './store.js';

/** A terminal's grid in cells. */
export interface GridSize {
  readonly cols: number;
  readonly rows: number;
}

/** Outcome of asking for a new address. `retry` is false where asking again would change nothing. */
export type Renewal =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly retry: boolean; readonly message: string };

export interface TerminalConnectionOptions {
  /** `wsUrl` of the start answer, with its ticket. */
  readonly url: string;
  /** Starts the exercise again for a new ticket, wherever the daemon is now. */
  readonly renew?: () => Promise<Renewal>;
}

/**
 * One terminal's connection over all its sockets: it opens, drops, comes back, waits for another
 * tab, ends. Each socket is one generation; what an older one still says is ignored.
 */
export class TerminalConnection {
  readonly output = new Emitter<Output>();
  readonly frames = new Emitter<ServerFrame>();
  readonly #store = createStore(reduceConnection, { status: 'idle' });
  readonly #renew: TerminalConnectionOptions['renew'];
  #url: string;
  #size: GridSize = { cols: 80, rows: 24 };
  #socket: TerminalSocket | undefined;
  #generation = 0;
  #failures = 0;
  #renewFirst = false;
  #takeOverOnOpen = false;
  #lastError: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchers: Unsubscribe[] = [];

  constructor(options: TerminalConnectionOptions) {
    this.#url = options.url;
    this.#renew = options.renew;
  }

  /** Where the terminal is now, with its ticket. */
  get url(): string {
    return this.#url;
  }

  getSnapshot = (): ConnectionState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Connects at this size. A connection that is open already only takes the size. */
  open(size: GridSize): void {
    this.#size = size;
    if (this.getSnapshot().status !== 'idle') {
      this.resize(size);
      return;
    }
    this.#watchers = [onOnline(this.#hurry), onVisible(this.#hurry)];
    this.#connect();
  }

  resize(size: GridSize): void {
    this.#size = size;
    this.#socket?.send({ type: 'resize', ...size });
  }

  /** Sends typed bytes. False means they were not delivered, and they are not kept for later. */
  send(bytes: Uint8Array<ArrayBuffer>): boolean {
    if (this.getSnapshot().status !== 'attached') return false;
    return this.#socket?.sendBytes(bytes) ?? false;
  }

  /** Becomes the writer of the session, in place of the tab that is it now. */
  takeOver(): void {
    if (this.getSnapshot().status === 'waiting') this.#socket?.send({ type: 'takeover' });
    else {
      this.#takeOverOnOpen = true;
      this.retry();
    }
  }

  /** The student wants the connection back: a new series of attempts begins at once. */
  retry(): void {
    this.#failures = 0;
    this.#connect();
  }

  /** Ends the connection, not the session. It can be opened again. */
  close(): void {
    this.#drop();
    for (const stop of this.#watchers.splice(0)) stop();
    this.#failures = 0;
    this.#takeOverOnOpen = false;
    this.#store.dispatch({ type: 'closed' });
  }

  /** The network or the student is back: no reason to wait out the delay. */
  #hurry = (): void => {
    const state = this.getSnapshot();
    if (isHidden()) return;
    if (state.status === 'lost' && state.message === undefined) this.retry();
    if (state.status === 'reconnecting' && state.nextDelayMs > 0) this.#connect();
  };

  #connect(): void {
    const generation = this.#drop();
    this.#store.dispatch({ type: 'opening' });
    if (this.#renewFirst && this.#renew !== undefined) void this.#renewThenOpen(generation, this.#renew);
    else this.#openSocket(generation);
  }

  async #renewThenOpen(generation: number, renew: () => Promise<Renewal>): Promise<void> {
    const renewal = await renew();
    if (generation !== this.#generation) return;
    if (renewal.ok) {
      this.#url = renewal.url;
      this.#renewFirst = false;
      this.#openSocket(generation);
    } else if (renewal.retry) this.#waitOrGiveUp();
    else this.#giveUp(renewal.message);
  }

  #openSocket(generation: number): void {
    const current =
      <T>(handle: (value: T) => void) =>
      (value: T) => {
        if (generation === this.#generation) handle(value);
      };
    this.#socket = new TerminalSocket(this.#url, {
      firstFrame: () => ({ type: 'resize', ...this.#size }),
      onFrame: current((frame: ServerFrame) => this.#handleFrame(frame)),
      onOutput: current((output: Output) => this.output.emit(output)),
      onEnd: current((end: SocketEnd) => this.#handleEnd(end)),
    });
  }

  #handleFrame(frame: ServerFrame): void {
    if (frame.type === 'attached') this.#handleAttached();
    if (frame.type === 'session_ended') this.#store.dispatch({ type: 'ended', reason: frame.reason });
    if (frame.type === 'error' && frame.code === 'session_in_use') this.#handleInUse();
    if (frame.type === 'error' && frame.code === 'session_taken_over') this.#store.dispatch({ type: 'taken_over' });
    if (frame.type === 'error') this.#lastError = frame.message;
    this.frames.emit(frame);
  }

  #handleAttached(): void {
    this.#failures = 0;
    this.#takeOverOnOpen = false;
    this.#lastError = undefined;
    this.#store.dispatch({ type: 'attached' });
  }

  #handleInUse(): void {
    this.#failures = 0;
    this.#store.dispatch({ type: 'in_use' });
    if (this.#takeOverOnOpen) this.#socket?.send({ type: 'takeover' });
    this.#takeOverOnOpen = false;
  }

  #handleEnd({ code, opened }: SocketEnd): void {
    this.#socket = undefined;
    const { status } = this.getSnapshot();
    if (status === 'ended' || status === 'taken_over') return;
    if (code === CLOSE_CODES.taken_over.code) this.#store.dispatch({ type: 'taken_over' });
    else if (code === CLOSE_CODES.session_ended.code) this.#store.dispatch({ type: 'ended', reason: 'lost' });
    else this.#handleDrop(code, opened);
  }

  #handleDrop(code: number, opened: boolean): void {
    const advice = retryAdvice(code);
    // A socket that never opened says nothing about why: the daemon may have moved or the ticket be void.
    this.#renewFirst = advice === 'restart' || !opened;
    if (advice === 'never') this.#giveUp(this.#lastError ?? `The connection was closed (code ${code}).`);
    else this.#waitOrGiveUp();
  }

  #waitOrGiveUp(): void {
    if (this.getSnapshot().status === 'reconnecting') this.#failures += 1;
    const step = reconnectStep(this.#failures);
    if (step.kind === 'give_up') this.#giveUp();
    else {
      this.#store.dispatch({ type: 'waiting_to_retry', attempt: step.attempt, delayMs: step.delayMs });
      this.#timer = setTimeout(() => this.#connect(), step.delayMs);
    }
  }

  #giveUp(message?: string): void {
    this.#store.dispatch({ type: 'given_up', message });
  }

  /** Leaves the present socket and timer behind and begins the next generation. */
  #drop(): number {
    clearTimeout(this.#timer);
    this.#socket?.dispose();
    this.#socket = undefined;
    this.#generation += 1;
    return this.#generation;
  }
}
