import {
  CLOSE_CODES,
  type ClientFrame,
  decodeServerFrame,
  encodeClientFrame,
  type GridSize,
  type ServerFrame,
} from '@agent-factory/protocol';
import { AckLedger } from './acks.js';
import { Heartbeat } from './heartbeat.js';
import { LagWatch } from './lag.js';
import { Unheard } from './unheard.js';

/** Output of the terminal, and how to say that the screen has parsed it. */
export interface Output {
  readonly bytes: ArrayBuffer;
  /** True for the first output of an attachment: what is on the screen belongs to an earlier one. */
  readonly first: boolean;
  parsed(): void;
}

/** How an attempt ended. `code` is the close code, 1006 if the network broke it. */
export interface SocketEnd {
  readonly code: number;
  /** False if the connection was never established. */
  readonly opened: boolean;
}

/** With what a socket is opened, and who listens to it. */
interface SocketOptions {
  /** Where the terminal is, with its ticket. */
  readonly url: string;
  /** If the size is known already, the daemon attaches as soon as it is reached; otherwise nothing is said before `begin`. */
  readonly size?: GridSize | undefined;
  /** What is said first, the size before all. */
  readonly firstFrames: () => readonly ClientFrame[];
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onOutput: (output: Output) => void;
  /** The screen begins to show old output, or no longer does. */
  readonly onLag: (behind: boolean) => void;
  readonly onEnd: (end: SocketEnd) => void;
}

/** Close code of a connection that broke without a close frame (RFC 6455 §7.1.5). */
const ABNORMAL_CLOSURE = 1006;

/**
 * One WebSocket from its opening to its end. What is heard before `begin` is kept until then. After `dispose`, or after
 * its end was reported, nothing it still receives reaches anyone.
 */
export class TerminalSocket {
  readonly #socket: WebSocket;
  readonly #options: SocketOptions;
  readonly #acks = new AckLedger((bytes) => this.send({ type: 'ack', bytes }));
  readonly #lag: LagWatch;
  #heartbeat: Heartbeat | undefined;
  /** Undefined since somebody listens. */
  #unheard: Unheard | undefined;
  /** The session's end was heard while nobody listened: the code of the close behind it. */
  #endedWith: number | undefined;
  #opened = false;
  #greets: boolean;
  #drawn = false;
  #over = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#greets = options.size !== undefined;
    this.#lag = new LagWatch(options.onLag);
    this.#socket = new WebSocket(addressOf(options));
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onopen = () => this.#handleOpen();
    this.#socket.onmessage = (event) => this.#handleMessage(event.data);
    this.#socket.onclose = (event) => this.#end(event.code);
    this.#unheard = new Unheard(() => this.#end(ABNORMAL_CLOSURE));
  }

  /** Whether it is open or still opens, and what it has heard is not too old; or it has to tell how the session ended. */
  get isUsable(): boolean {
    if (this.#over) return false;
    if (this.#endedWith !== undefined) return true;
    return this.#socket.readyState <= WebSocket.OPEN && this.#unheard?.isStale !== true;
  }

  /** Whoever listens is there: hears what was said, from the next turn on. The first frames are known, too. */
  begin(): void {
    if (!this.#greets) {
      this.#greets = true;
      this.#greet();
    }
    const missed = this.#unheard?.take() ?? [];
    this.#unheard = undefined;
    // One by one, as they would have come: who fails at one hears the next.
    for (const data of missed) queueMicrotask(() => this.#handleMessage(data));
    const code = this.#endedWith;
    if (code !== undefined) queueMicrotask(() => this.#end(code));
  }

  /** Bytes that the network has not taken yet. */
  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(frame: ClientFrame): void {
    this.#sendRaw(encodeClientFrame(frame));
  }

  /** Sends typed bytes; false if there is no open connection to take them. */
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean {
    return this.#sendRaw(bytes);
  }

  /** Asks the other side for a sign of life, as there is reason to doubt that it is there. */
  probe(): void {
    this.#heartbeat?.probe();
  }

  dispose(): void {
    if (this.#over) return;
    this.#over = true;
    this.#unheard?.settle();
    this.#heartbeat?.dispose();
    this.#lag.dispose();
    this.#acks.dispose();
    this.#socket.close();
  }

  #sendRaw(data: string | Uint8Array<ArrayBuffer>): boolean {
    if (this.#over || !this.#greets || this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(data);
    return true;
  }

  #handleOpen(): void {
    if (this.#over) return;
    this.#opened = true;
    this.#greet();
  }

  #greet(): void {
    if (!this.#greets || !this.#opened || this.#over) return;
    for (const frame of this.#options.firstFrames()) this.send(frame);
    this.#heartbeat = new Heartbeat({
      ping: () => this.send({ type: 'ping' }),
      isBusy: () => this.#acks.outstanding,
      onSilence: () => this.#end(ABNORMAL_CLOSURE),
    });
  }

  #handleMessage(data: unknown): void {
    if (this.#over) return;
    this.#heartbeat?.alive();
    if (this.#unheard !== undefined) this.#unheard.keep(data);
    else if (data instanceof ArrayBuffer) this.#handleOutput(data);
    else if (typeof data === 'string') this.#handleText(data);
  }

  #handleOutput(bytes: ArrayBuffer): void {
    const first = !this.#drawn;
    this.#drawn = true;
    this.#acks.received(bytes.byteLength);
    this.#lag.received(bytes.byteLength);
    this.#options.onOutput({ bytes, first, parsed: () => this.#parsed(bytes.byteLength) });
  }

  #parsed(bytes: number): void {
    if (this.#over) return;
    this.#acks.parsed(bytes);
    this.#lag.parsed(bytes);
  }

  /** A newer daemon may send unknown frames; they are additions, and can be ignored. */
  #handleText(text: string): void {
    const frame = decodeServerFrame(text);
    if (frame.ok && frame.value.type === 'attached') this.#drawn = false;
    if (frame.ok) this.#options.onFrame(frame.value);
  }

  #end(code: number): void {
    if (this.#over) return;
    if (code === CLOSE_CODES.session_ended.code && this.#unheard !== undefined) this.#keepEnd(code, this.#unheard);
    else this.#tellEnd(code);
  }

  /** How the session ended, and what it printed last, is for whoever listens next: another connection could not tell. */
  #keepEnd(code: number, unheard: Unheard): void {
    this.#endedWith = code;
    unheard.settle();
    this.#heartbeat?.dispose();
  }

  #tellEnd(code: number): void {
    this.dispose();
    this.#options.onEnd({ code, opened: this.#opened });
  }
}

function addressOf({ url, size }: SocketOptions): string {
  if (size === undefined) return url;
  const address = new URL(url);
  address.searchParams.set('cols', String(size.cols));
  address.searchParams.set('rows', String(size.rows));
  return address.href;
}
