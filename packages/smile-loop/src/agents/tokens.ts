/**
 * Characters of ASCII per token, and bytes of other text per token. Vendors tell of about four characters of English
 * for a token (OpenAI's help page on tokens) and 3.5 (Anthropic's glossary); code and figures have fewer. Byte-level
 * tokenizers make one to two tokens of a character of three bytes. Both are taken on the safe side.
 */
const ASCII_PER_TOKEN = 3;
const BYTES_PER_TOKEN = 2;

/** Tokens of a text, rather too many than too few. */
export function estimateTokens(text: string): number {
  const other = text.replace(/[\0-\x7f]/g, '');
  return Math.ceil(
    (text.length - other.length) / ASCII_PER_TOKEN + new TextEncoder().encode(other).length / BYTES_PER_TOKEN,
  );
}

export interface Capped {
  readonly text: string;
  readonly cut: boolean;
}

/** The text, or where it is longer, its beginning up to the end of a sentence or line, and a sentence that says so. */
export function capTokens(text: string, max: number): Capped {
  if (estimateTokens(text) <= max) return { text, cut: false };
  const note = `[The notes were cut here: they had more than ${max} tokens.]`;
  const start = longestStart(text, max - estimateTokens(`\n\n${note}`) - 1);
  return { text: `${atAnEnd(start)}\n\n${note}`, cut: true };
}

/** Found by halving: the estimate grows with the text. */
function longestStart(text: string, max: number): string {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(0, middle)) <= max) low = middle;
    else high = middle - 1;
  }
  // Half of a surrogate pair is no character.
  return /[\ud800-\udbff]$/.test(text.slice(0, low)) ? text.slice(0, low - 1) : text.slice(0, low);
}

/** Up to its last sentence or line; where that would leave less than half, up to its last word. */
function atAnEnd(start: string): string {
  const ends = [...start.matchAll(/[.!?。！？](?=\s|$)|\n/g)].map(({ index, 0: end }) => index + end.length);
  const last = ends.at(-1) ?? 0;
  if (last >= start.length / 2) return start.slice(0, last).trimEnd();
  const word = start.lastIndexOf(' ');
  return (word > 0 ? start.slice(0, word) : start).trimEnd();
}
