const ESCAPE = 0x1b;
const SPACE = 0x20;
const DELETE = 0x7f;

/**
 * Tells the characters of a stream that are printed from those that only move, colour or control. The text of an
 * operating system command, such as a title, counts as printed: it is shown elsewhere.
 */
export class Printed {
  #state: 'text' | 'escape' | 'sequence' = 'text';

  isPrinted(unit: number): boolean {
    switch (this.#state) {
      case 'text':
        if (unit === ESCAPE) this.#state = 'escape';
        return unit >= SPACE && unit !== DELETE;
      case 'escape':
        this.#state = afterEscape(unit);
        return false;
      case 'sequence':
        if (unit >= 0x40 && unit < DELETE) this.#state = 'text';
        return false;
    }
  }
}

function afterEscape(unit: number): 'text' | 'escape' | 'sequence' {
  if (unit === 0x5b) return 'sequence';
  // An intermediate character, as of a character set, or the beginning of another sequence.
  return (unit >= SPACE && unit < 0x30) || unit === ESCAPE ? 'escape' : 'text';
}
