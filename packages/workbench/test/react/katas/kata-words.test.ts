import type { Review } from '@agent-factory/protocol/mind';
import { describe, expect, it } from 'vitest';
import { changeWords, nextOf, progressWords, reviewWords } from '../../../src/react/katas/kata-words.js';
import { REVIEW } from '../../client/support/katas.js';

const opened = (...titles: string[]): Review => ({
  ...REVIEW,
  unlockedConstraints: titles.map((title) => ({ title, description: '', minLevel: 5 })),
});

describe('words of a kata', () => {
  it('count one attempt as one', () => {
    const words = [1, 2].map((attemptsCount) => progressWords({ bestLevel: 3, attemptsCount }));
    expect(words).toEqual(['Best level 3 of 10, 1 attempt', 'Best level 3 of 10, 2 attempts']);
  });

  it('compare a level with the one before it', () => {
    expect([changeWords(4, undefined), changeWords(4, 3), changeWords(4, 4), changeWords(4, 6)]).toEqual([
      ...['', '1 more than the one before', 'as high as the one before', '2 less than the one before'],
    ]);
  });

  it('tell how many constraints have opened', () => {
    const told = [opened(), opened('a'), opened('a', 'b')].map((review) => reviewWords(review));
    expect(told).toEqual([
      'Reviewed. Passed, level 6 of 10. It is in the part “Kata”.',
      'Reviewed. Passed, level 6 of 10. 1 constraint is open now. It is in the part “Kata”.',
      'Reviewed. Passed, level 6 of 10. 2 constraints are open now. It is in the part “Kata”.',
    ]);
  });

  it('name what is next by its kind, without what is not said', () => {
    const next = (followUp: Review['followUp']) => nextOf({ ...REVIEW, followUp });
    expect(next({ type: 'retry_hint', reason: 'Look at the empty list.' })).toEqual({
      title: 'For your next try',
      texts: ['Look at the empty list.'],
    });
    expect(next({ type: 'completed', reason: ' ' })).toEqual({ title: 'Done', texts: [] });
    expect(next(null)).toBeUndefined();
  });
});
