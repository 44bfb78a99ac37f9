import { Masker } from './masker.js';
import { Piece } from './piece.js';

/** Longest time that a piece waits for the rest of what may be a secret, in milliseconds: nobody types more slowly. */
const HOLD_MS = 3000;
/** Most pieces that wait. */
const MAX_HELD = 1000;

/** Streams in which secrets are looked for; what is printed and what is typed may come in turns. */
export type Stream = 'printed' | 'typed';

interface Held {
  readonly piece: Piece;
  readonly pass: (masked: string) => void;
}

/**
 * Passes pieces on in order, each as soon as it is certain that no secret in it is still to be masked. What waits
 * keeps the time at which it came, so that a recording shows nothing of this.
 */
export class HeldPieces {
  readonly #maskers: Readonly<Record<Stream, Masker>>;
  #held: Held[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(secrets: readonly string[]) {
    this.#maskers = { printed: new Masker(secrets), typed: new Masker(secrets) };
  }

  /** `pass` gets the text without its secrets. What belongs to no stream is only kept in order. */
  add(text: string, stream: Stream | undefined, pass: (masked: string) => void): void {
    const piece = new Piece(text);
    this.#held.push({ piece, pass });
    if (stream !== undefined) this.#maskers[stream].add(piece);
    this.#release(this.#held.length > MAX_HELD);
  }

  /** Nothing follows. */
  end(): void {
    for (const masker of Object.values(this.#maskers)) masker.end();
    this.#release(true);
  }

  #release(all: boolean): void {
    const undecided = Object.values(this.#maskers).map((masker) => masker.undecided);
    const isUndecided = ({ piece }: Held) => undecided.some((pieces) => pieces.has(piece));
    const first = all ? -1 : this.#held.findIndex(isUndecided);
    for (const { piece, pass } of this.#held.splice(0, first < 0 ? this.#held.length : first)) {
      piece.isReleased = true;
      pass(piece.masked);
    }
    this.#wait();
  }

  #wait(): void {
    if (this.#held.length === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    } else this.#timer ??= setTimeout(() => this.#giveUp(), HOLD_MS);
  }

  #giveUp(): void {
    this.#timer = undefined;
    this.#release(true);
  }
}
