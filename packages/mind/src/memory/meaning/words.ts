/** Longest beginning of a text that is read for its meaning, in UTF-16 units: twice the longest memory. */
const MAX_READ = 8000;
/** Longest beginning of a word that tells it from others. */
const MAX_WORD = 64;
/** Most words that are looked up in the index of words: 16 take 6 ms of 10,000 memories, and each more as much again. */
const MAX_LOOKED_UP = 16;

/** They are in every text, and say nothing of what it is about. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could did do does doing
  down each few for from get got had has have having he her here hers him his how i if in into is it its itself just like
  me more most my no nor not now of off on once only or other our out over own same she should so some still such than
  that the their them then there these they this those through to too under until up use used using very was we were what
  when where which while who whom why will with would you your`.split(/\s+/),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The words of a text in lower case; one such as `useEffect` or `max_age` is there as a whole and in its parts. */
export function wordsOf(text: string): string[] {
  const tokens =
    text
      .slice(0, MAX_READ)
      .normalize('NFKC')
      .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  return tokens.flatMap((token) => {
    const parts = token
      .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1_')
      .split('_')
      .filter(Boolean);
    const words = parts.length > 1 ? [parts.join(''), ...parts] : parts;
    return words.map((word) => word.slice(0, MAX_WORD).toLowerCase());
  });
}

/** The words of a text that say most of what it is about: the longest, as they are the rarest. None for a text without words. */
export function tellingWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))].filter((word) => /[\p{L}\p{N}]/u.test(word));
  const telling = words.filter((word) => !isStopWord(word));
  const wanted = (telling.length > 0 ? telling : words).sort((one, other) => other.length - one.length);
  return wanted.slice(0, MAX_LOOKED_UP);
}

/** What the index of words is asked for, so that nothing in a text is taken for its query language: all in quotes. */
export function wordQuery(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' OR ');
}
