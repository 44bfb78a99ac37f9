import { retryAdvice } from '@agent-factory/protocol';
import {
  type ClientMessageType,
  type ClientPayload,
  decodeServerMessage,
  encodeClientMessage,
  type ServerMessage,
  type ServerPayload,
} from '@agent-factory/protocol/coach';
import type { Page } from '../browser/page.js';
import type { Clock } from '../clock.js';
import type { Connection } from '../state.js';
import type { Unsubscribe } from '../store/store.js';
import { pauseAfter } from './retry.js';
import { CoachSocket, type OpenSocket } from './socket.js';

/** Milliseconds in which the daemon has to answer the greeting; it takes some on a busy machine. */
const GREETING_DEADLINE_MS = 15_000;

type Refusal = ServerPayload<'connection:error'>;

export interface LineOptions {
  readonly url: string | (() => string | Promise<string>);
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly page: Page;
  readonly hello: () => ClientPayload<'connection:hello'>;
  readonly onState: (state: Connection) => void;
  /** `connection:init` is the first one of each connection. */
  readonly onMessage: (message: ServerMessage) => void;
  /** The daemon sent something that breaks the protocol. */
  readonly onInvalid: (issues: readonly string[]) => void;
}

/** The connection to the daemon over all its sockets. It is open once the daemon has answered the greeting. */
export class Line {
  readonly #options: LineOptions;
  #state: Connection = { status: 'closed' };
  #socket: CoachSocket | undefined;
  #generation = 0;
  #failures = 0;
  #refusal: Refusal | undefined;
  #cancelTimer = () => {};
  #stopWatching: Unsubscribe = () => {};

  constructor(options: LineOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#state.status === 'open';
  }

  get waitingBytes(): number {
    return this.#socket?.waitingBytes ?? 0;
  }

  /** Connects, unless it is connected or about to be. Ends a pause. */
  connect(): void {
    if (this.#state.status === 'open' || this.#state.status === 'connecting') return;
    this.#stopWatching();
    this.#stopWatching = this.#options.page.onReturn(() => {
      if (this.#state.status === 'waiting') void this.#attempt();
    });
    void this.#attempt();
  }

  dispose(): void {
    this.#leave();
    this.#stopWatching();
    this.#become({ status: 'closed' });
  }

  /** False if there is no connection to take it; it is not kept for later. */
  send<Type extends ClientMessageType>(type: Type, payload: ClientPayload<Type>, id?: string): boolean {
    return this.isOpen && this.#write(type, payload, id);
  }

  #write<Type extends ClientMessageType>(type: Type, payload: ClientPayload<Type>, id?: string): boolean {
    const text = encodeClientMessage(type, payload, { id, timestamp: this.#options.clock.now() });
    return this.#socket?.send(text) ?? false;
  }

  async #attempt(): Promise<void> {
    const generation = this.#leave();
    this.#become({ status: 'connecting' });
    const { url, openSocket, clock } = this.#options;
    const address = typeof url === 'string' ? url : await Promise.resolve(url()).catch(() => undefined);
    if (generation !== this.#generation) return;
    // Nobody knows where the daemon is: as if it did not answer.
    if (address === undefined) {
      this.#wait();
      return;
    }
    this.#cancelTimer = clock.after(GREETING_DEADLINE_MS, () => this.#drop());
    this.#socket = new CoachSocket(openSocket(address), {
      onOpen: () => this.#write('connection:hello', this.#options.hello()),
      onText: (text) => this.#handleText(text),
      onEnd: (code) => this.#handleEnd(code),
    });
  }

  #handleText(text: string): void {
    const decoded = decodeServerMessage(text);
    if (decoded.kind === 'invalid') this.#options.onInvalid(decoded.issues);
    if (decoded.kind !== 'message') return;
    const { message } = decoded;
    if (this.isOpen) this.#options.onMessage(message);
    else if (message.type === 'connection:error') this.#refusal = message.payload;
    else if (message.type === 'connection:init') this.#handleGreeting(message);
  }

  #handleGreeting(message: ServerMessage): void {
    this.#cancelTimer();
    this.#failures = 0;
    this.#refusal = undefined;
    // Who is told that it is open may send at once.
    this.#become({ status: 'open' });
    this.#options.onMessage(message);
  }

  /** The close code says whether to come back; why, the daemon has said before, if it has refused this page. */
  #handleEnd(code: number): void {
    const refusal = this.#refusal;
    this.#leave();
    if (retryAdvice(code) === 'backoff') this.#wait();
    else {
      const message = `The connection was closed (code ${code}). Reload the page.`;
      this.#become({ status: 'refused', code: 'connection_refused', message, ...reasonOf(refusal) });
    }
  }

  #drop(): void {
    this.#leave();
    this.#wait();
  }

  #wait(): void {
    const { clock } = this.#options;
    const pauseMs = pauseAfter(this.#failures);
    this.#failures += 1;
    this.#become({ status: 'waiting', retryAt: clock.now() + pauseMs });
    this.#cancelTimer = clock.after(pauseMs, () => void this.#attempt());
  }

  /** Leaves the present socket and timer behind, and begins the next generation. */
  #leave(): number {
    this.#cancelTimer();
    this.#socket?.dispose();
    this.#socket = undefined;
    this.#refusal = undefined;
    this.#generation += 1;
    return this.#generation;
  }

  #become(state: Connection): void {
    if (state.status === this.#state.status && state.status !== 'waiting') return;
    this.#state = state;
    this.#options.onState(state);
  }
}

function reasonOf(refusal: Refusal | undefined) {
  return refusal && { code: refusal.code, message: refusal.message };
}
