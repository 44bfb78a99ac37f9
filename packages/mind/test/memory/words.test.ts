import { expect, test } from 'vitest';
import { tellingWords, wordQuery, wordsOf } from '../../src/memory/meaning/words.js';

test('names made of several words are there as a whole and in their parts', () => {
  expect(wordsOf('useEffect in MAX_age, HTTP2Server')).toEqual([
    ...['useeffect', 'use', 'effect', 'in', 'maxage', 'max', 'age'],
    ...['http2server', 'http2', 'server'],
  ]);
  expect(wordsOf('ﬁve __ ')).toEqual(['five']);
});

test('of a long word the first 64 letters count, and of a long text the first 8000', () => {
  expect(wordsOf('x'.repeat(100))).toEqual(['x'.repeat(64)]);
  expect(wordsOf(`${' '.repeat(7999)}yz`)).toEqual(['y']);
});

test('the longest sixteen words tell most, each once, without those that are in every text', () => {
  const short = Array.from({ length: 20 }, (_, at) => `w${at}`);
  const words = tellingWords(`the ${short.join(' ')} recursion recursion`);
  expect([words.length, words[0], new Set(words).size]).toEqual([16, 'recursion', 16]);
  expect(words).not.toContain('the');
  expect(tellingWords('the of and')).toEqual(['the', 'and', 'of']);
  expect(tellingWords('… !')).toEqual([]);
});

test('nothing is taken for the query language of the index', () => {
  expect(wordQuery(tellingWords('near OR "x" *'))).toBe('"near" OR "x"');
});
