import { describe, expect, test } from 'vitest';
import { parseLine } from '../src/json.js';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('the value of a line', () => {
  test('is nested as deeply as any CLI does, and no deeper, in lists as in objects', () => {
    expect(parseLine(nested(500))).toBeInstanceOf(Array);
    expect(parseLine(nested(501))).toBeUndefined();
    const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(parseLine(objects(500))).toBeInstanceOf(Object);
    expect(parseLine(objects(501))).toBeUndefined();
  });

  test.each([
    ['{"a":1}', { a: 1 }],
    [' \t[1]', [1]],
    ['"word"', 'word'],
    ['-1', -1],
    ['true', true],
    ['false', false],
    ['null', null],
    ['{"a":', undefined],
    ['Reading…', undefined],
    ['', undefined],
  ])('of %j', (line, value) => {
    expect(parseLine(line)).toEqual(value);
  });
});
