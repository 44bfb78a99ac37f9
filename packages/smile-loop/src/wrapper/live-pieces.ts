import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import type { Live } from '../contract/observe-events.js';

/** Milliseconds between two messages: an observer sees what happens within 100. */
const SEND_EVERY_MS = 80;
/** Pieces in one message at most: the contract's. */
const MAX_PIECES = 200;
/** Characters of one piece: the contract's. Of a longer one its end is kept, which is what one would see. */
const MAX_CHARS = 20_000;
/** Characters of all pieces that wait, so that a flood costs no memory. */
const MAX_WAITING_CHARS = 200_000;

export interface LiveMessage {
  readonly pieces: readonly Live[];
  readonly dropped: number;
}

/** What happens, joined and bounded: an agent that prints without end costs neither memory nor the wire. */
export class LivePieces {
  readonly #send: (message: LiveMessage) => void;
  #pieces: Live[] = [];
  #chars = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (message: LiveMessage) => void) {
    this.#send = send;
  }

  add(piece: Live): void {
    this.#timer ??= setTimeout(() => this.flush(), SEND_EVERY_MS);
    if (this.#join(piece)) return;
    const cut = cutPiece(piece);
    if (this.#pieces.length >= MAX_PIECES || this.#chars + charsOf(cut) > MAX_WAITING_CHARS) this.#dropped += 1;
    else {
      this.#pieces.push(cut);
      this.#chars += charsOf(cut);
    }
  }

  /** Sends what waits, if anything does. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pieces.length === 0 && this.#dropped === 0) return;
    const message = { pieces: this.#pieces, dropped: this.#dropped };
    this.#pieces = [];
    this.#chars = 0;
    this.#dropped = 0;
    this.#send(message);
  }

  /** Pieces of one text are one text. */
  #join(piece: Live): boolean {
    const last = this.#pieces.at(-1);
    if (last === undefined || !hasText(last) || !hasText(piece) || last.kind !== piece.kind) return false;
    const text = (last.text + piece.text).slice(-MAX_CHARS);
    this.#chars += text.length - last.text.length;
    this.#pieces[this.#pieces.length - 1] = { kind: last.kind, text };
    return true;
  }
}

function hasText(piece: Live): piece is Extract<Live, { text: string }> {
  return piece.kind === 'text' || piece.kind === 'thought';
}

function cutPiece(piece: Live): Live {
  if (hasText(piece)) return { ...piece, text: piece.text.slice(-MAX_CHARS) };
  return piece.kind === 'command_start' ? { ...piece, command: piece.command.slice(0, MAX_CHARS) } : piece;
}

function charsOf(piece: Live): number {
  if (hasText(piece)) return piece.text.length;
  return piece.kind === 'command_start'
    ? piece.command.length
    : piece.command.command.length + piece.command.output.length;
}

/** What an event shows of what an agent says and thinks. */
export function liveOf(event: ConversationEvent, onLive: (piece: Live) => void): void {
  if (event.type === 'TEXT_MESSAGE_CONTENT') onLive({ kind: 'text', text: event.delta });
  if (event.type === 'REASONING_MESSAGE_CONTENT') onLive({ kind: 'thought', text: event.delta });
}
