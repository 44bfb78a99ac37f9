import type { Unsubscribe } from '../client/store/store.js';
import type { Output } from '../client/terminal/socket.js';
import type { TerminalConnection } from '../client/terminal/terminal-connection.js';
import { cutBytes, encodeInput } from './input/input.js';

/** The part of a terminal the facade writes to. */
export interface Screen {
  write(data: string, callback?: () => void): void;
}

/** What an attach add-on listens for. */
interface MessageLike {
  readonly data: ArrayBuffer;
}
type MessageListener = (event: MessageLike) => void;

/** CAN ends a sequence the old connection left half done; RIS then resets the terminal, in the order of the output. */
const CLEAR_FOR_REDRAW = '\x18\x1bc';

/**
 * The socket given to xterm's attach add-on for the whole life of a terminal, whatever sockets come and
 * go behind it. It passes on only output, sends keys as bytes, and acknowledges what the terminal has
 * parsed: the terminal's write queue is first in, first out, so the callback of an empty write after a
 * message fires when that message is on the screen.
 */
export class SocketFacade {
  /** The add-on sets it; output is an ArrayBuffer in any case. */
  binaryType: BinaryType = 'arraybuffer';
  /** Always open: what cannot be delivered is reported by `send`, not thrown. */
  readonly readyState = 1;
  /** Transforms typed text before it is sent. */
  modify: (typed: string) => string = (typed) => typed;
  readonly #connection: TerminalConnection;
  readonly #screen: Screen;
  readonly #onUndelivered: () => void;
  readonly #listeners = new Set<MessageListener>();
  readonly #stop: Unsubscribe;
  #drawnBytes = 0;

  constructor(connection: TerminalConnection, screen: Screen, onUndelivered: () => void) {
    this.#connection = connection;
    this.#screen = screen;
    this.#onUndelivered = onUndelivered;
    this.#stop = connection.output.on((output) => this.#handleOutput(output));
  }

  /** How much output is on the screen, in bytes, from the beginning of the present attachment. */
  get drawnBytes(): number {
    return this.#drawnBytes;
  }

  addEventListener(type: string, listener: MessageListener): void {
    if (type === 'message') this.#listeners.add(listener);
  }

  removeEventListener(_type: string, listener: MessageListener): void {
    this.#listeners.delete(listener);
  }

  /** Takes what the student types. Safe at any time; keys that reach no terminal are reported, not kept. */
  send(data: string | Uint8Array<ArrayBuffer>): void {
    const pieces = typeof data === 'string' ? encodeInput(this.modify(data)) : cutBytes(data);
    const delivered = pieces.every((piece) => this.#connection.send(piece));
    if (!isTyped(data)) return;
    if (delivered) this.#connection.typed.emit();
    else this.#onUndelivered();
  }

  dispose(): void {
    this.#stop();
    this.#listeners.clear();
  }

  #handleOutput(output: Output): void {
    if (output.first) this.#screen.write(CLEAR_FOR_REDRAW, () => this.#handleCleared());
    for (const listener of this.#listeners) listener({ data: output.bytes });
    this.#screen.write('', () => this.#handleParsed(output));
  }

  #handleCleared(): void {
    this.#drawnBytes = 0;
  }

  #handleParsed({ bytes, parsed }: Output): void {
    this.#drawnBytes += bytes.byteLength;
    parsed();
  }
}

const ESC = '\x1b';
/** Reports of the focus and the mouse, after ESC. */
const REPORT = /^\[[IO<M]/;
/** A terminal's answers to programs, after ESC: attributes, states, places, modes, sizes, colours, strings. */
const ANSWER = /^(\[[?>=]?[\d;]*(c|n|R|t|\$y)$|[P\]].)/s;

/** Reports and answers also arrive as data, but nobody misses them. */
function isTyped(data: string | Uint8Array): boolean {
  if (typeof data !== 'string') return false;
  const [before, sequence = ''] = data.split(ESC, 2);
  return before !== '' || !(REPORT.test(sequence) || ANSWER.test(sequence));
}
