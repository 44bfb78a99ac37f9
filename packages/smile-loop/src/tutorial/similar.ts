import { oncePerText } from './once-per-text.js';

/**
 * Share of common letter pairs (Dice's coefficient) from which a line counts as the quoted one. Models change a word
 * or a mark when they quote, which leaves three quarters of a line's pairs or more; two different steps that are
 * both about installing something share about half.
 */
const SIMILAR_FROM = 0.65;

/** Letter pairs of a text, each with how often it is there. */
interface Pairs {
  readonly counts: ReadonlyMap<string, number>;
  /** Of all of them. */
  readonly sum: number;
}

/** The line from 1 that is most like the quote or one of its lines; the earlier of two equals. */
export function mostSimilarLine(text: string, quote: string): number | undefined {
  const wanted = pairsOf(longestLine(quote));
  let best: { line?: number; score: number } = { score: SIMILAR_FROM };
  for (const { line, pairs } of pairsOfLines(text)) {
    if (highestLikeness(wanted, pairs) <= best.score) continue;
    const score = likeness(wanted, pairs);
    if (score > best.score) best = { line, score };
  }
  return best.line;
}

/** Of the lines that have any. */
const pairsOfLines = oncePerText((text) =>
  text
    .split('\n')
    .map((own, index) => ({ line: index + 1, pairs: pairsOf(own) }))
    .filter(({ pairs }) => pairs.sum > 0),
);

/** A quote of several lines is found by its longest: it says most. */
function longestLine(quote: string): string {
  const lines = quote.split('\n').map((line) => line.trim());
  return lines.reduce((longest, line) => (line.length > longest.length ? line : longest), '');
}

function pairsOf(line: string): Pairs {
  const plain = line
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const counts = new Map<string, number>();
  for (let at = 0; at + 1 < plain.length; at += 1) {
    const pair = plain.slice(at, at + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return { counts, sum: Math.max(0, plain.length - 1) };
}

/** What two texts of these lengths can come to: a whole text is compared in the time that it takes to read it. */
function highestLikeness(a: Pairs, b: Pairs): number {
  return (2 * Math.min(a.sum, b.sum)) / (a.sum + b.sum);
}

/** By the pairs of the second, which is the line: all lines together have no more than the text has characters. */
function likeness(wanted: Pairs, line: Pairs): number {
  let common = 0;
  for (const [pair, count] of line.counts) common += Math.min(count, wanted.counts.get(pair) ?? 0);
  return (2 * common) / (wanted.sum + line.sum);
}
