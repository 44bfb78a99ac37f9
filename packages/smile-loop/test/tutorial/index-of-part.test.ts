import { expect, it } from 'vitest';
import { indexOfPart } from '../../src/tutorial/index-of-part.js';

/** All texts of two letters with no more characters than this. */
function texts(max: number): string[] {
  if (max === 0) return [''];
  const shorter = texts(max - 1);
  return [...new Set([...shorter, ...shorter.flatMap((text) => [`${text}a`, `${text}b`])])];
}

it('finds what indexOf finds', () => {
  const cases = texts(7).flatMap((whole) => texts(4).map((part) => [whole, part] as const));
  expect(cases.filter(([whole, part]) => indexOfPart(whole, part) !== whole.indexOf(part))).toEqual([]);
});

it('finds a part of a list', () => {
  expect(indexOfPart(['npm ci', 'npm ci', 'npm test'], ['npm ci', 'npm test'])).toBe(1);
  expect(indexOfPart(['npm ci'], ['npm'])).toBe(-1);
});
