import { setImmediate } from 'node:timers/promises';

/**
 * White space, characters that nobody sees, and the lines and blocks that programs draw frames with: a terminal breaks
 * lines where it likes, and chats indent them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these draw nothing either
const BLANKS = /[\s\p{Cf}\x00-\x1f\x7f-\x9f\u2500-\u259f]+/gu;

/** What is left of a text without all that draws nothing: it reads the same however it is wrapped or indented. */
export function squeezed(text: string): string {
  return text.replace(BLANKS, '');
}

/** UTF-16 units that are squeezed at once: a fraction of a millisecond. */
const PIECE = 32 * 1024;
/** Milliseconds of work after which others have their turn: whoever types meanwhile does not notice. */
const TURN_MS = 2;

/** Work on texts of any length, in turns with everything else. */
export class Turns {
  #began = performance.now();

  /** Costs next to nothing where the turn has just begun. */
  async rest(): Promise<void> {
    if (performance.now() - this.#began < TURN_MS) return;
    await setImmediate();
    this.#began = performance.now();
  }

  /** A cut through a pair of surrogates does no harm: both halves stay. */
  async squeeze(text: string): Promise<string> {
    let whole = '';
    for (let at = 0; at < text.length; at += PIECE) {
      whole += squeezed(text.slice(at, at + PIECE));
      await this.rest();
    }
    return whole;
  }
}
