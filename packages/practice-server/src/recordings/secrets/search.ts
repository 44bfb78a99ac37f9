import type { Piece } from './piece.js';

const SPACE = ' ';

/** At the end of a stream, the beginning of a secret counts as one from this length on. */
const TELLING_LENGTH = 4;

/** The beginning of a secret, and where it was found. */
interface Match {
  readonly secret: string;
  readonly places: { readonly piece: Piece; readonly index: number }[];
  /** A space came in between. A shell prints one, and a return, where a line that is typed wraps. */
  hasSpace: boolean;
}

/** Looks for secrets among the characters that it is shown, one after the other. */
export class Search {
  readonly #secrets: readonly string[];
  /** Looked up for every character of a flood. */
  readonly #firsts: ReadonlySet<string>;
  #matches: Match[] = [];

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
    this.#firsts = new Set(secrets.map(([first = '']) => first));
  }

  /** There is nothing to look for. */
  get isIdle(): boolean {
    return this.#secrets.length === 0;
  }

  /** The first piece of each secret that has begun, of those that can still be masked. */
  get begunIn(): Piece[] {
    const first = this.#matches.map(({ places }) => places.find(({ piece }) => !piece.isReleased)?.piece);
    return first.filter((piece) => piece !== undefined);
  }

  step(piece: Piece, index: number): void {
    const char = piece.text[index] ?? '';
    const isFirst = this.#firsts.has(char);
    if (!isFirst && this.#matches.length === 0) return;
    this.#matches = this.#matches.filter((match) => goesOn(match, char));
    const begun = isFirst ? this.#secrets.filter((secret) => secret[0] === char) : [];
    for (const secret of begun) this.#matches.push({ secret, places: [], hasSpace: false });
    for (const match of this.#matches) if (!match.hasSpace) match.places.push({ piece, index });
    if (this.#matches.some(isWhole)) this.#maskWhole();
  }

  /** A return has followed. */
  goOnAfterSpace(): void {
    for (const match of this.#matches) match.hasSpace = false;
  }

  end(): void {
    for (const match of this.#matches) if (match.places.length >= TELLING_LENGTH) mask(match);
    this.#matches = [];
  }

  #maskWhole(): void {
    for (const match of this.#matches.filter(isWhole)) mask(match);
    this.#matches = this.#matches.filter((match) => !isWhole(match));
  }
}

function goesOn(match: Match, char: string): boolean {
  if (match.hasSpace) return false;
  if (match.secret[match.places.length] === char) return true;
  match.hasSpace = char === SPACE;
  return match.hasSpace;
}

function isWhole({ secret, places }: Match): boolean {
  return places.length === secret.length;
}

function mask({ places }: Match): void {
  for (const { piece, index } of places) piece.mask(index);
}
