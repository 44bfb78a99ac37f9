import { describe, expect, it } from 'vitest';
import { differInBlanks, piecesOf } from '../../../src/react/results/criteria/whitespace.js';

/** The text as it is seen: marks in place of what nobody sees. */
function seen(text: string, options?: { indents: boolean }): string {
  return piecesOf(text, options)
    .map(({ text: piece, mark }) => mark ?? piece)
    .join('');
}

describe('what nobody sees in a text', () => {
  it.each([
    ['single blanks between words are plain', 'I am Nova', 'I am Nova'],
    ['blanks at the ends of lines', ' a \nb ', '·a·\nb·'],
    ['several blanks', 'a  b', 'a··b'],
    ['tabs and carriage returns', 'a\tb\r\n', 'a→b␍↵'],
    ['a last line that ends', 'a\nb\n', 'a\nb↵'],
    ['blanks that are none', 'a\u00a0b\u200b', 'a⍽b␣'],
  ])('[exercises 3 expected-found] %s', (_, text, expected) => {
    expect(seen(text)).toBe(expected);
  });

  it('[exercises 3 expected-found] leaves the indents of later lines plain unless they are asked for', () => {
    const text = ' {\n  a: 1,\n  \n}';
    expect(seen(text)).toBe('·{\n  a: 1,\n··\n}');
    expect(seen(text, { indents: true })).toBe('·{\n··a: 1,\n··\n}');
  });

  it('[exercises 3 expected-found] may be all in which two texts differ', () => {
    expect(differInBlanks('a:\n  b', 'a:\n    b')).toBe(true);
    expect(differInBlanks('a b', 'a c')).toBe(false);
    expect(differInBlanks('a', 'a')).toBe(false);
  });

  it('is still what is copied', () => {
    const text = '  a\t\n\n b \r\n\n';
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
