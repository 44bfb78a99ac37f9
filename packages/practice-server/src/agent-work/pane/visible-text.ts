import { StringDecoder } from 'node:string_decoder';

/** Sequences that draw nothing, each kind to its end. */
const SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])/g;
/** One that has not ended yet. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)$/;
/** Those after which what is drawn stands at the top of the screen: to its corner, all erased, the other screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const TO_THE_TOP = /^\x1b(?:\[(?:(?:[01]?(?:;\d*)?)[Hf]|[23]J|\?(?:1049|1047|47)[hl])|c)$/;
/** Longest sequence that is waited for, in characters: whatever is longer is none. */
const MAX_SEQUENCE = 4096;
/** Line ends, blanks, and the lines and blocks that frames are drawn with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these draw nothing either
const BLANKS = /[\s\x00-\x1f\x7f-\x9f\u2500-\u259f]+/gu;

/** Stands for a place at which what follows is not the continuation of what was before. */
export const BREAK = '\u0000';

/** Text without line ends, blanks and frames, so that it reads the same however it is wrapped. */
export function unwrapped(text: string): string {
  return text.replace(BLANKS, '');
}

/** The characters that a program draws, from the bytes that it prints, in pieces of any length. */
export class VisibleText {
  readonly #decoder = new StringDecoder('utf8');
  #unfinished = '';

  /** With a `BREAK` wherever the program goes to the top of the screen. */
  add(bytes: Buffer): string {
    const text = this.#unfinished + this.#decoder.write(bytes);
    const rest = UNFINISHED.exec(text.slice(-MAX_SEQUENCE))?.[0] ?? '';
    this.#unfinished = rest;
    const whole = text.slice(0, text.length - rest.length);
    const marked = whole.replace(SEQUENCES, (sequence) => (TO_THE_TOP.test(sequence) ? '\u2028\u2028' : ''));
    return marked.split('\u2028\u2028').map(unwrapped).join(BREAK);
  }
}
