/**
 * Share of common letter pairs (Dice's coefficient) from which a line counts as the quoted one. Models change a word
 * or a mark when they quote, which leaves three quarters of a line's pairs or more; two different steps that are
 * both about installing something share about half.
 */
const SIMILAR_FROM = 0.65;

/** The line from 1 that is most like the quote or one of its lines; the earlier of two equals. */
export function mostSimilarLine(text: string, quote: string): number | undefined {
  const wanted = longestLine(quote);
  const pairs = pairsOf(wanted);
  let best = { line: 0, score: SIMILAR_FROM };
  for (const [index, line] of text.split('\n').entries()) {
    const score = likeness(pairs, pairsOf(line));
    if (score > best.score) best = { line: index + 1, score };
  }
  return best.line === 0 ? undefined : best.line;
}

/** A quote of several lines is found by its longest: it says most. */
function longestLine(quote: string): string {
  return quote.split('\n').reduce((longest, line) => (line.trim().length > longest.trim().length ? line : longest), '');
}

function pairsOf(line: string): Map<string, number> {
  const plain = line
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < plain.length; at += 1) {
    const pair = plain.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0);
  const all = sum(a) + sum(b);
  return all === 0 ? 0 : (2 * common) / all;
}

function sum(pairs: ReadonlyMap<string, number>): number {
  return [...pairs.values()].reduce((total, count) => total + count, 0);
}
