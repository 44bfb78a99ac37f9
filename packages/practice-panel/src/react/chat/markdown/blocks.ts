const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const INDENTED = /^(?: |\t)/;
/** Names something that the text refers to elsewhere: a link's address, or a footnote. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Cuts Markdown into parts that can be drawn each by itself, so that only the last one is drawn anew as text arrives:
 * at blank lines outside of code and lists. Where parts refer to each other, the text stays whole. Joined, they are the
 * text again.
 */
export function blocksOf(text: string): readonly string[] {
  if (DEFINITION.test(text)) return [text];
  const cutter = new Cutter();
  for (const line of text.split(/(?<=\n)/)) cutter.add(line);
  return cutter.end();
}

class Cutter {
  readonly #blocks: string[] = [];
  #block = '';
  /** The marks that end the code block that the text is in. */
  #fence: string | undefined;
  #isList = false;
  /** After a blank line outside of code. */
  #afterBlank = false;

  add(line: string): void {
    const text = line.trimEnd();
    if (this.#afterBlank && text !== '' && !this.#continues(text)) this.#cut();
    if (this.#block === '') this.#isList = LIST_ITEM.test(text);
    this.#follow(text);
    this.#afterBlank = this.#fence === undefined && text === '';
    this.#block += line;
  }

  end(): readonly string[] {
    if (this.#block !== '') this.#cut();
    return this.#blocks;
  }

  /** Whether a line after a blank one still belongs to the block. */
  #continues(text: string): boolean {
    if (this.#block.trim() === '' || INDENTED.test(text)) return true;
    return this.#isList && LIST_ITEM.test(text);
  }

  #follow(text: string): void {
    const [, marks, rest = ''] = FENCE.exec(text) ?? [];
    if (marks === undefined) return;
    if (this.#fence === undefined) {
      // Backticks after backticks are code within a line.
      if (marks.startsWith('~') || !rest.includes('`')) this.#fence = marks;
    } else if (marks.startsWith(this.#fence) && rest.trim() === '') this.#fence = undefined;
  }

  #cut(): void {
    this.#blocks.push(this.#block);
    this.#block = '';
    this.#afterBlank = false;
  }
}
