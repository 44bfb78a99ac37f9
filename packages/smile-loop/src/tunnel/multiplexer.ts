import type { Socket } from 'node:net';
import { type Decoded, FrameDecoder } from './decoder.js';
import { encodeFrame, type Frame } from './frames.js';
import { MAGIC, MAX_BACKLOG_BYTES, MAX_MESSAGE_BYTES, MAX_REASON_CHARS } from './limits.js';
import { SendQueue } from './send-queue.js';
import { Streams } from './streams.js';
import type { StreamHost } from './tunnel-stream.js';
import type { TunnelClose, Wire } from './wire.js';

export interface MultiplexerOptions {
  readonly wire: Wire;
  /** A message of the other end: any JSON value, to be checked by who takes it. */
  readonly onMessage: (message: unknown) => void;
  /** The other end opened a stream. In words why that breaks the protocol, if it does. */
  readonly onOpen: (id: number) => string | undefined;
}

/** Either end of a tunnel: messages and streams over one wire. Nothing that the other end sends makes it throw. */
export class Multiplexer {
  /** Resolves once, when the tunnel is no more and each of its sockets is destroyed. It never rejects. */
  readonly closed: Promise<TunnelClose>;
  readonly streams = new Streams();
  readonly #options: MultiplexerOptions;
  readonly #decoder = new FrameDecoder();
  readonly #queue: SendQueue;
  readonly #host: StreamHost;
  #isClosed = false;
  #resolveClosed: (close: TunnelClose) => void = () => undefined;

  constructor(options: MultiplexerOptions) {
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#queue = new SendQueue(options.wire.output);
    this.#host = {
      write: (frame) => this.write(frame),
      wantsTurn: (stream) => this.#queue.add(stream),
      handleGone: (stream) => {
        this.#queue.remove(stream);
        this.streams.remove(stream);
      },
    };
    this.#listen(options.wire);
    this.write(MAGIC);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Bytes that this end holds: unread by sockets, unsent, or of a frame that is not whole. */
  get bufferedBytes(): number {
    return this.streams.bufferedBytes + this.#options.wire.output.writableLength + this.#decoder.bufferedBytes;
  }

  /**
   * Sends a JSON value. False if the tunnel is closed.
   * @throws RangeError for one of more than MAX_MESSAGE_BYTES.
   */
  send(message: unknown): boolean {
    const text = Buffer.from(JSON.stringify(message));
    if (text.length > MAX_MESSAGE_BYTES) throw new RangeError(`A message of ${text.length} bytes is too large.`);
    if (this.#isClosed) return false;
    this.write(encodeFrame('message', 0, text));
    return !this.#isClosed;
  }

  addStream(id: number, socket: Socket): void {
    this.streams.add(id, socket, this.#host);
  }

  write(bytes: Buffer): void {
    const { output } = this.#options.wire;
    if (this.#isClosed || output.destroyed || output.writableEnded) return;
    output.write(bytes);
    if (output.writableLength > MAX_BACKLOG_BYTES) {
      this.close({ reason: 'backlog', message: 'The other end does not read what it is sent.' });
    }
  }

  /** Ends the tunnel and all its sockets. Later calls do nothing: the first reason stays. */
  close(close: TunnelClose): void {
    if (this.#isClosed) return;
    const { input, output } = this.#options.wire;
    const text = Buffer.from(close.message.slice(0, MAX_REASON_CHARS));
    if (close.reason !== 'closed_by_peer') this.write(encodeFrame('close', 0, text));
    this.#isClosed = true;
    this.#queue.dispose();
    this.streams.destroyAll();
    if (!output.destroyed) output.end();
    // What still comes is thrown away, so that the other end can finish writing and end.
    input.resume();
    this.#resolveClosed(this.#decoder.isOpen ? close : { ...close, preamble: this.#decoder.preamble });
  }

  #listen({ input, output }: Wire): void {
    input.on('data', (chunk: Buffer) => this.#handleData(chunk));
    input.once('end', () => this.close({ reason: 'ended', message: 'The other end has ended.' }));
    const lost = (error?: Error): void => {
      this.close({ reason: 'lost', message: error?.message ?? 'The connection was closed.', cause: error });
    };
    for (const stream of new Set([input, output])) stream.on('error', lost).once('close', () => lost());
  }

  #handleData(chunk: Buffer): void {
    if (this.#isClosed) return;
    for (const decoded of this.#decoder.push(chunk)) {
      this.#handleDecoded(decoded);
      if (this.#isClosed) return;
    }
  }

  #handleDecoded(decoded: Decoded): void {
    if (decoded.kind === 'malformed') this.close({ reason: decoded.reason, message: decoded.message });
    else this.#handleFrame(decoded.frame);
  }

  #handleFrame(frame: Frame): void {
    if (frame.kind === 'message') this.#handleMessage(frame.payload);
    else if (frame.kind === 'close') this.close({ reason: 'closed_by_peer', message: frame.payload.toString('utf8') });
    else this.#refuse(frame.kind === 'open' ? this.#options.onOpen(frame.stream) : this.streams.take(frame));
  }

  #refuse(problem: string | undefined): void {
    if (problem !== undefined) this.close({ reason: 'protocol', message: problem });
  }

  #handleMessage(payload: Buffer): void {
    const message = parse(payload);
    if (message === undefined) {
      this.#refuse('A message is not JSON.');
      return;
    }
    try {
      this.#options.onMessage(message.value);
    } catch (cause) {
      this.close({ reason: 'listener_failed', message: 'This end failed over a message.', cause });
    }
  }
}

function parse(payload: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(payload.toString('utf8')) as unknown };
  } catch {
    return undefined;
  }
}
