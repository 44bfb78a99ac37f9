import { findMarkers, withoutUnfinishedMarker } from '@agent-factory/protocol/stages';

/** Characters of the line that is being typed which are looked at: some screens. */
const MAX_LINE_LENGTH = 8 * 1024;
/** Nobody types more markers; a paste of more is one that holds anything. */
const MAX_REMEMBERED = 1000;

/** Reports of keys, mouse and focus, and answers to programs: none of it is text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const SEQUENCE = /\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|[P\]][^\x07\x1b]*(?:\x07|\x1b\\)|O.)/g;
/** Where a line was sent. */
const LINE_END = /[\r\n]/;
const BACKSPACE = '\x7f';

/** What was typed and pasted in this page, as far as it looks like markers. */
export class TypedText {
  readonly #decoder = new TextDecoder();
  readonly #remembered = new Set<string>();
  #line = '';

  add(bytes: Uint8Array): void {
    const typed = this.#decoder.decode(bytes, { stream: true }).replace(SEQUENCE, '');
    const text = edited(this.#line + typed);
    for (const { text: marker } of findMarkers(text)) this.#remember(marker);
    const lines = text.split(LINE_END);
    this.#line = (lines.pop() ?? '').slice(-MAX_LINE_LENGTH);
    for (const line of lines) this.#remember(line.slice(withoutUnfinishedMarker(line).length));
  }

  /** Whether this marker, or beginning of one, was typed or pasted. */
  has(text: string): boolean {
    return this.#remembered.has(text) || this.#line.includes(text);
  }

  #remember(text: string): void {
    if (text !== '' && this.#remembered.size < MAX_REMEMBERED) this.#remembered.add(text);
  }
}

function edited(text: string): string {
  if (!text.includes(BACKSPACE)) return text;
  const kept: string[] = [];
  for (const character of text) {
    if (character === BACKSPACE) kept.pop();
    else kept.push(character);
  }
  return kept.join('');
}
