import { expect, it } from 'vitest';
import { endWords, foundWords } from '../../../src/react/mind/end-words.js';

const NOTHING = { knowledgeGaps: 0, kataSpecs: 0, dreyfusUpdates: 0, memoriesStored: 0 };

it('what was found is counted as one or as several, and what was not is left out', () => {
  const all = (count: number) => ({
    ...{ knowledgeGaps: count, kataSpecs: count, dreyfusUpdates: count, memoriesStored: count },
  });
  expect(foundWords(all(1))).toEqual([
    ...['1 thing to work on', '1 kata made for you', '1 skill judged anew', '1 memory kept for next time'],
  ]);
  expect(foundWords(all(2))).toEqual([
    ...['2 things to work on', '2 katas made for you', '2 skills judged anew', '2 memories kept for next time'],
  ]);
  expect(foundWords({ ...NOTHING, dreyfusUpdates: 3 })).toEqual(['3 skills judged anew']);
});

it('the end is told with what came of it, and with why nothing did', () => {
  expect(endWords({ status: 'failed', message: 'There is nothing to end.' })).toBe(
    'The session was not wrapped up. There is nothing to end.',
  );
  const ended = { status: 'ended', summary: 'One memory kept.' } as const;
  expect(endWords({ ...ended, counts: null })).toBe('One memory kept.');
  expect(endWords({ ...ended, counts: NOTHING })).toBe('The session is over.');
});
