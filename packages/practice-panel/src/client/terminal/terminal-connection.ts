import {
  CLOSE_CODES,
  type ClientFrame,
  type EndReason,
  type GridSize,
  type Presence,
  retryAdvice,
  type ServerFrame,
} from '@agent-factory/protocol';
import { isHidden, onOnline, onVisible, onWake } from '../browser/page.js';
import type { MarkerStates } from '../markers/marker-states.js';
import { SessionMarkers } from '../markers/session-markers.js';
import { type PasteLine, Pastes } from '../pastes/pastes.js';
import { Emitter } from '../store/emitter.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { type ConnectionState, isWriting, reduceConnection } from './connection-state.js';
import { reconnectStep } from './reconnect.js';
import { isSameGrid } from './same-grid.js';
import { type Output, type SocketEnd, TerminalSocket } from './socket.js';

export type { GridSize };

/** Outcome of asking for a new address. `retry` is false if asking again would change nothing. */
export type Renewal =
  | { readonly ok: true; readonly url: string; readonly agent?: string }
  | { readonly ok: false; readonly retry: boolean; readonly message: string };

export interface TerminalConnectionOptions {
  /** `wsUrl` of the start answer, with its ticket. */
  readonly url: string;
  /** Starts the exercise again for a new ticket, wherever the daemon is now. */
  readonly renew?: () => Promise<Renewal>;
  /** Becomes the writer as soon as it is attached: what it shows was begun in this tab. */
  readonly claims?: boolean;
  /** Of the session. */
  readonly agent?: string;
  /** What is known of the tutor's claims in it; the connection tells what it hears. */
  readonly markerStates?: MarkerStates;
}

/**
 * One terminal's connection over all its sockets: it opens, drops, comes back, watches another tab
 * or writes, ends. Each socket is one generation; what an older one still says is ignored.
 */
export class TerminalConnection {
  readonly output = new Emitter<Output>();
  readonly frames = new Emitter<ServerFrame>();
  /** The student has typed something here, and it is on its way. */
  readonly typed = new Emitter<void>();
  readonly markers: SessionMarkers;
  readonly pastes = new Pastes(this.#pasteLine());
  readonly #store = createStore(reduceConnection, { status: 'idle' });
  readonly #renew: TerminalConnectionOptions['renew'];
  #url: string;
  #size: GridSize = { cols: 80, rows: 24 };
  #presence: Presence | undefined;
  #socket: TerminalSocket | undefined;
  #generation = 0;
  #failures = 0;
  #renewFirst = false;
  #claims: boolean;
  #lastError: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchers: Unsubscribe[] = [];

  constructor(options: TerminalConnectionOptions) {
    this.#url = options.url;
    this.#renew = options.renew;
    this.#claims = options.claims ?? false;
    this.markers = new SessionMarkers(options.markerStates);
    if (options.agent !== undefined) this.markers.setAgent(options.agent);
  }

  /** Where the terminal is now, with its ticket. */
  get url(): string {
    return this.#url;
  }

  getSnapshot = (): ConnectionState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Address of the daemon behind the terminal. */
  get serverUrl(): string {
    return new URL(this.#url.replace(/^ws/, 'http')).origin;
  }

  /**
   * It is going to be opened as soon as the terminal is on the page: connects meanwhile. If its size is known, it also
   * attaches, and what comes is kept until then; otherwise the session hears of nobody yet.
   */
  prepare(size?: GridSize): void {
    if (this.getSnapshot().status !== 'idle' || this.#socket !== undefined) return;
    this.#size = size ?? this.#size;
    try {
      this.#makeSocket(this.#drop(), size);
    } catch {
      // The browser allows no connection: whoever opens it meets that, too.
    }
  }

  /** Connects at this size. A connection that is already open only changes its size. */
  open(size: GridSize): void {
    if (!isSameGrid(size, this.#size)) this.resize(size);
    if (this.getSnapshot().status !== 'idle') return;
    this.#watchers = [onOnline(this.#hurry), onVisible(this.#hurry), onWake(this.#hurry)];
    if (!this.#socket?.isUsable) this.#connect();
    else {
      this.#store.dispatch({ type: 'opening' });
      this.#socket.begin();
    }
  }

  resize(size: GridSize): void {
    this.#size = size;
    this.#socket?.send({ type: 'resize', ...size });
  }

  /** Says whether the student sees this page and is busy in it: now, and whenever it connects again. */
  tellPresence(presence: Presence): void {
    this.#presence = presence;
    this.#socket?.send({ type: 'presence', ...presence });
  }

  /** Sends typed bytes. False: they were not delivered, and are not kept for later. */
  send(bytes: Uint8Array<ArrayBuffer>): boolean {
    if (!isWriting(this.getSnapshot())) return false;
    const turn = this.pastes.hold(bytes);
    return turn === 'held' || (turn === 'free' && this.#sendTyped(bytes));
  }

  /** Becomes the writer of the session, in place of the current writer. */
  takeOver(): void {
    this.#socket?.send({ type: 'takeover' });
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
    this.#store.dispatch({ type: 'closed' });
  }

  /** The network or the student is back: no reason to wait out the delay. */
  #hurry = (): void => {
    const state = this.getSnapshot();
    if (isHidden()) return;
    if (state.status === 'attached') this.#socket?.probe();
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
      if (renewal.agent !== undefined) this.markers.setAgent(renewal.agent);
      this.#renewFirst = false;
      this.#openSocket(generation);
    } else if (renewal.retry) this.#waitOrGiveUp();
    else this.#giveUp(renewal.message);
  }

  #openSocket(generation: number): void {
    this.#makeSocket(generation).begin();
  }

  #makeSocket(generation: number, size?: GridSize): TerminalSocket {
    const current =
      <T>(handle: (value: T) => void) =>
      (value: T) => {
        if (generation === this.#generation) handle(value);
      };
    const socket = new TerminalSocket({
      url: this.#url,
      size,
      firstFrames: () => this.#firstFrames(),
      onFrame: current((frame: ServerFrame) => this.#handleFrame(frame)),
      onOutput: current((output: Output) => this.output.emit(output)),
      onLag: current((behind: boolean) => this.#store.dispatch({ type: 'lag', behind })),
      onEnd: current((end: SocketEnd) => this.#handleEnd(end)),
    });
    this.#socket = socket;
    return socket;
  }

  #firstFrames(): ClientFrame[] {
    const size: ClientFrame = { type: 'resize', ...this.#size };
    return this.#presence === undefined ? [size] : [size, { type: 'presence', ...this.#presence }];
  }

  #handleFrame(frame: ServerFrame): void {
    if (frame.type === 'attached') this.#handleAttached(frame);
    if (frame.type === 'grid') this.#store.dispatch({ type: 'grid', grid: gridOf(frame) });
    if (frame.type === 'session_ended') this.#handleSessionEnded(frame.reason);
    if (frame.type === 'error') this.#lastError = frame.message;
    this.pastes.handleFrame(frame);
    this.markers.handleFrame(frame);
    this.frames.emit(frame);
  }

  #handleAttached(frame: Extract<ServerFrame, { type: 'attached' }>): void {
    this.#failures = 0;
    this.#lastError = undefined;
    this.#store.dispatch({ type: 'attached', role: frame.role, grid: gridOf(frame) });
    if (frame.role === 'watcher') this.pastes.handleLineLost();
    if (frame.role === 'watcher' && this.#claims) this.takeOver();
    this.#claims = false;
  }

  /** Where another session takes its place, it goes on there: the daemon answers once that has begun. */
  #handleSessionEnded(reason: EndReason): void {
    if (reason !== 'switched' || this.#renew === undefined) {
      this.#store.dispatch({ type: 'ended', reason });
      return;
    }
    this.#renewFirst = true;
    this.#failures = 0;
    this.#connect();
  }

  #handleEnd({ code, opened }: SocketEnd): void {
    this.#socket = undefined;
    this.pastes.handleLineLost();
    const { status } = this.getSnapshot();
    // One that was only prepared is forgotten: whoever opens it connects anew, and hears why if that fails, too.
    if (status === 'ended' || status === 'idle') return;
    if (code === CLOSE_CODES.session_ended.code) this.#store.dispatch({ type: 'ended', reason: 'lost' });
    else this.#handleDrop(code, opened);
  }

  #handleDrop(code: number, opened: boolean): void {
    const advice = retryAdvice(code);
    // A socket that never opened does not say why: the daemon may have moved, or the ticket may be invalid.
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
    this.pastes.handleLineLost();
    this.#generation += 1;
    return this.#generation;
  }

  #sendTyped(bytes: Uint8Array<ArrayBuffer>): boolean {
    this.markers.handleTyped(bytes);
    return this.#socket?.sendBytes(bytes) ?? false;
  }

  #pasteLine(): PasteLine {
    const bufferedBytes = () => this.#socket?.bufferedBytes ?? 0;
    return {
      isOpen: () => isWriting(this.getSnapshot()),
      send: (frame) => this.#socket?.send(frame),
      sendBytes: (bytes) => this.#sendTyped(bytes),
      get bufferedBytes() {
        return bufferedBytes();
      },
    };
  }
}

function gridOf({ cols, rows }: GridSize): GridSize {
  return { cols, rows };
}
