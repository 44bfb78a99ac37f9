import type { Piece } from './piece.js';
import { Printed } from './printed.js';
import { Search } from './search.js';

const SPACE = ' ';
const RETURN = 0x0d;

/**
 * Finds secrets in a stream of pieces and masks them, wherever the pieces are cut. What only moves or colours may come
 * between two characters of a secret, as where it wraps at the edge of a screen.
 */
export class Masker {
  readonly #printed = new Printed();
  readonly #onScreen: Search;
  /** Every character counts: what seems to be a part of an escape sequence may be the beginning of a secret. */
  readonly #inText: Search;

  constructor(secrets: readonly string[]) {
    // Line feeds in a secret are printed in more than one way, and are passed over as all control characters are.
    this.#onScreen = new Search(secrets.map((secret) => [...secret].filter((char) => char >= SPACE).join('')));
    this.#inText = new Search(secrets);
  }

  add(piece: Piece): void {
    if (this.#inText.isIdle) return;
    for (let index = 0; index < piece.text.length; index += 1) {
      const unit = piece.text.charCodeAt(index);
      this.#inText.step(piece, index);
      if (this.#printed.isPrinted(unit)) this.#onScreen.step(piece, index);
      else if (unit === RETURN) this.#onScreen.goOnAfterSpace();
    }
  }

  /** Pieces in which a secret may have begun that is not complete; nothing before the first changes any more. */
  get undecided(): ReadonlySet<Piece> {
    return new Set([...this.#onScreen.begunIn, ...this.#inText.begunIn]);
  }

  /** Nothing follows: what looks like a secret that was cut off is one. */
  end(): void {
    this.#onScreen.end();
    this.#inText.end();
  }
}
