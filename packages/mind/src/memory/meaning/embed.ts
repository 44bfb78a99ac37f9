import { isStopWord, wordsOf } from './words.js';

/** Is raised whenever a text may get another vector: vectors of different versions cannot be compared. */
export const EMBEDDING_VERSION = 1;
/** Unrelated texts are then about 1 ± 0.05 apart (1/√384), and a scan of 10,000 stays within some 15 ms. */
export const DIMENSIONS = 384;

/** What a feature of a text weighs; the pieces of a word share theirs. */
const WEIGHTS = { word: 1, stopWord: 0.05, pieces: 1, pair: 0.4 };
/** Letters in a piece of a word: `auth` and `oauth`, `race` and `races` have some in common. */
const PIECE = 3;

/**
 * The vector of a text, of length 1: texts with common words, parts of words and neighbours point the same way. It is made
 * here, by hashing (https://en.wikipedia.org/wiki/Feature_hashing), so that no model needs to be there or be asked; it
 * knows no synonyms. The same text always has the same vector.
 */
export function embed(text: string): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(DIMENSIONS);
  for (const [feature, { weight, count }] of featuresOf(wordsOf(text))) {
    const hash = hashOf(feature);
    const at = hash % DIMENSIONS;
    const value = weight * (1 + Math.log(count));
    vector[at] = (vector[at] ?? 0) + (hash & 0x80000000 ? -value : value);
  }
  const length = Math.hypot(...vector);
  // A text without words points somewhere, too, as nothing else can be compared.
  if (length === 0) vector[0] = 1;
  else for (let at = 0; at < DIMENSIONS; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

type Features = Map<string, { readonly weight: number; count: number }>;

function featuresOf(words: readonly string[]): Features {
  const features: Features = new Map();
  const add = (feature: string, weight: number) => {
    const known = features.get(feature);
    if (known === undefined) features.set(feature, { weight, count: 1 });
    else known.count++;
  };
  let before = '';
  for (const word of words) {
    if (isStopWord(word)) {
      add(`w ${word}`, WEIGHTS.stopWord);
      continue;
    }
    add(`w ${word}`, WEIGHTS.word);
    const pieces = piecesOf(word);
    for (const piece of pieces) add(`p ${piece}`, WEIGHTS.pieces / Math.sqrt(pieces.length));
    if (before !== '') add(`n ${before} ${word}`, WEIGHTS.pair);
    before = word;
  }
  return features;
}

function piecesOf(word: string): string[] {
  const letters = [...`<${word}>`];
  const count = Math.max(1, letters.length - PIECE + 1);
  return Array.from({ length: count }, (_, at) => letters.slice(at, at + PIECE).join(''));
}

/** FNV-1a over UTF-16 units (http://www.isthe.com/chongo/tech/comp/fnv/), mixed as MurmurHash3 ends. Unsigned, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
