import { expect, it } from 'vitest';
import { attemptsUnder } from '../../../src/react/katas/attempts-under.js';
import type { Attempt } from '../../../src/react/katas/kata-words.js';

function attempt(level: number, constraints: string[]): Attempt {
  return { code: `${level}`, review: '', level, passed: false, constraints, at: '2026-11-20T10:00:00.000Z' };
}

it('attempts are compared with the one before under the same constraints, whatever their order, the latest first', () => {
  const attempts = [attempt(2, ['a', 'b']), attempt(5, []), attempt(3, ['b', 'a', 'b']), attempt(4, ['a'])];
  const { same, others } = attemptsUnder(attempts, new Set(['b', 'a']));
  expect(same.map(({ number, before }) => [number, before])).toEqual([
    [3, 2],
    [1, undefined],
  ]);
  expect(others.map(({ number, before }) => [number, before])).toEqual([
    [4, undefined],
    [2, undefined],
  ]);
});

it('titles that look alike when they are joined are not the same', () => {
  expect(attemptsUnder([attempt(2, ['a,b'])], new Set(['a', 'b'])).same).toEqual([]);
});
