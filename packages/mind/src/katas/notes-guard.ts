/** Shorter ones, without blanks, are words that anybody might use. */
const MIN_SECRET_LENGTH = 14;
/** Between two sentences or lines. Code has no blanks after its dots. */
const BREAK = /(?<=[.!?:;])\s+|\n+/;
/** What marks a text up, and blanks: the same words are the same with other ones. */
const MARKUP = /[\s`*_#>"'“”‘’]|^[-+\d]+[.)]?\s/gu;
/** What ends a sentence, whether or not it is quoted with it. */
const ENDS = '.,;:!?';

/** What a review says in place of what is left out. */
const LEFT_OUT = 'A part of this review told you what you are to find out yourself; it was left out.';

export interface Guarded {
  readonly text: string;
  /** Whether something was left out. */
  readonly hasLeaked: boolean;
}

/**
 * Keeps from a learner what only the instructor is to know, solutions among it: sentences and lines that repeat a whole
 * sentence or line of the notes are left out, and everything where they are scattered. What the learner can see already, as in
 * their own code, is no secret.
 */
export class NotesGuard {
  readonly #secrets: readonly string[];

  constructor(notes: string, visible: readonly string[]) {
    const seen = plain(visible.join('\n'));
    this.#secrets = notes
      .split(BREAK)
      .map(plain)
      .filter((secret) => secret.length >= MIN_SECRET_LENGTH && !seen.includes(secret));
  }

  guard(text: string): Guarded {
    if (!this.#tells(text)) return { text, hasLeaked: false };
    const kept = sentencesOf(text)
      .filter((sentence) => !this.#tells(sentence))
      .join('');
    if (this.#tells(kept) || kept.trim() === '') return { text: LEFT_OUT, hasLeaked: true };
    return { text: `${kept.trim()}\n\n${LEFT_OUT}`, hasLeaked: true };
  }

  #tells(text: string): boolean {
    const told = plain(text);
    return this.#secrets.some((secret) => told.includes(secret));
  }
}

/** With the blanks after each. */
function sentencesOf(text: string): string[] {
  const starts = [...text.matchAll(new RegExp(BREAK, 'g'))].map(({ 0: blanks, index }) => index + blanks.length);
  return [0, ...starts].map((start, at) => text.slice(start, starts[at]));
}

function plain(text: string): string {
  return withoutEnd(text.normalize('NFKC').trim()).replaceAll(MARKUP, '').toLowerCase();
}

/** By hand: an expression that ends with `$` begins anew at each of a million dots. */
function withoutEnd(text: string): string {
  let { length } = text;
  while (length > 0 && ENDS.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}
