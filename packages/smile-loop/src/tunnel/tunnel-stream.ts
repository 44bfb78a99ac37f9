import type { Socket } from 'node:net';
import { encodeCredit, encodeFrame } from './frames.js';
import { CREDIT_STEP_BYTES, MAX_DATA_BYTES, WINDOW_BYTES } from './limits.js';

/** What a stream needs of its tunnel. */
export interface StreamHost {
  write(frame: Buffer): void;
  /** The stream has something to send: `sendOne` is called when it is its turn. */
  wantsTurn(stream: TunnelStream): void;
  /** The socket is closed; the tunnel forgets the stream. */
  handleGone(stream: TunnelStream): void;
}

/**
 * One connection through the tunnel, and its socket at this end. It reads from the socket only what the other end has
 * given credit for, and gives credit for what the socket has taken: so neither end holds more than a window.
 */
export class TunnelStream {
  readonly id: number;
  readonly #socket: Socket;
  readonly #host: StreamHost;
  #credit = WINDOW_BYTES;
  /** Bytes that the other end may still send. */
  #window = WINDOW_BYTES;
  #taken = 0;
  #hasSentEnd = false;
  #hasGotEnd = false;
  #isReset = false;

  constructor(id: number, socket: Socket, host: StreamHost) {
    this.id = id;
    this.#socket = socket;
    this.#host = host;
    socket.allowHalfOpen = true;
    socket.setNoDelay(true);
    socket.on('readable', () => host.wantsTurn(this));
    socket.on('end', () => this.#sendEnd());
    // What failed is told by `close`, which follows: the other end learns of it by a reset.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#handleClose());
  }

  /** Bytes that wait at this end, in either direction. */
  get bufferedBytes(): number {
    return this.#socket.writableLength + this.#socket.readableLength;
  }

  /** Sends one frame, if there is data and credit. True if it could send another. */
  sendOne(): boolean {
    const socket = this.#socket;
    if (this.#isReset || socket.destroyed) return false;
    const size = Math.min(socket.readableLength, this.#credit, MAX_DATA_BYTES);
    const chunk = size === 0 ? null : (socket.read(size) as Buffer | null);
    if (chunk !== null) {
      this.#credit -= chunk.length;
      this.#host.write(encodeFrame('data', this.id, chunk));
    }
    // An exact read does not notice the end of the stream: this one does.
    if (socket.readableLength === 0) socket.read(0);
    return chunk !== null && socket.readableLength > 0 && this.#credit > 0;
  }

  /** Each `take…` returns in words how the other end broke the protocol, or nothing. */
  takeData(chunk: Buffer): string | undefined {
    if (this.#hasGotEnd) return `Stream ${this.id} has data after its end.`;
    if (chunk.length > this.#window) return `Stream ${this.id} has more data than it had credit for.`;
    this.#window -= chunk.length;
    this.#socket.write(chunk, () => this.#giveCredit(chunk.length));
    return undefined;
  }

  takeEnd(): string | undefined {
    if (this.#hasGotEnd) return `Stream ${this.id} ends twice.`;
    this.#hasGotEnd = true;
    this.#socket.end();
    return undefined;
  }

  takeCredit(bytes: number): string | undefined {
    if (this.#credit + bytes > WINDOW_BYTES) return `Stream ${this.id} is given credit for what it did not send.`;
    this.#credit += bytes;
    this.#host.wantsTurn(this);
    return undefined;
  }

  /** The stream is gone at the other end: nothing is sent any more. */
  takeReset(): undefined {
    this.destroy();
  }

  /** Breaks the connection, so that its program sees that it did not end well. */
  destroy(): void {
    this.#isReset = true;
    if (this.#socket.connecting) this.#socket.destroy();
    else this.#socket.resetAndDestroy();
  }

  #giveCredit(bytes: number): void {
    if (this.#isReset || this.#socket.destroyed) return;
    this.#taken += bytes;
    if (this.#taken < CREDIT_STEP_BYTES) return;
    const taken = this.#taken;
    this.#window += taken;
    this.#taken = 0;
    this.#host.write(encodeCredit(this.id, taken));
  }

  #sendEnd(): void {
    if (this.#isReset || this.#hasSentEnd) return;
    this.#hasSentEnd = true;
    this.#host.write(encodeFrame('end', this.id));
  }

  #handleClose(): void {
    const isWhole = this.#hasSentEnd && this.#hasGotEnd && !this.#socket.errored;
    if (!this.#isReset && !isWhole) this.#host.write(encodeFrame('reset', this.id));
    this.#isReset = true;
    this.#host.handleGone(this);
  }
}
