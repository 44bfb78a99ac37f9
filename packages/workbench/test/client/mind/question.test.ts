import { MAX_CONTEXT_LENGTH, MAX_EXPLAINED_LENGTH } from '@agent-factory/protocol/mind';
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../src/client/mind/mind-state.js';
import { questionOf } from '../../../src/client/mind/question.js';

type Place = readonly [line: number, column: number];

function ask(text: string, [line, column]: Place, end: Place = [line, column], language = 'python'): Question {
  const range = { start: { line, column }, end: { line: end[0], column: end[1] } };
  const question = questionOf(text, language, { path: 'a.py', range });
  if (question === 'too_long') throw new Error('It is too long.');
  return question;
}

const numbered = (count: number, lineBreak = '\n') =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`).join(lineBreak);

describe('a question', () => {
  it('has what is marked, where it is and in which language', () => {
    expect(ask('one\ntwo\nthree\n', [1, 2], [2, 3])).toEqual({
      source: 'editor',
      path: 'a.py',
      language: 'python',
      range: { start: { line: 1, column: 2 }, end: { line: 2, column: 3 } },
      selectedText: 'ne\ntw',
      surroundingContext: 'one\ntwo\nthree\n',
    });
  });

  it('is about the whole line of the cursor where nothing is marked', () => {
    const { selectedText, range } = ask('one\ntwo\nthree', [2, 3]);
    expect(selectedText).toBe('two');
    expect(range).toEqual({ start: { line: 2, column: 1 }, end: { line: 2, column: 4 } });
  });

  it('has all lines of which the first and the last begin at the same column', () => {
    expect(ask('one\ntwo\nthree', [1, 1], [3, 1]).selectedText).toBe('one\ntwo\n');
  });

  it('keeps to a line that has become shorter meanwhile', () => {
    expect(ask('one\ntwo\nthree', [1, 2], [2, 40]).selectedText).toBe('ne\ntwo');
  });

  it.each(['\n', '\r\n', '\r'])(
    'has fifty lines before and fifty behind, of a text whose lines end with %j',
    (ends) => {
      const { selectedText, surroundingContext } = ask(numbered(300, ends), [100, 3], [102, 5]);
      expect(selectedText).toBe(`ne 100${ends}line 101${ends}line`);
      const lines = surroundingContext.split(ends);
      expect([lines[0], lines.at(-1), lines.length]).toEqual(['line 50', 'line 152', 103]);
    },
  );

  it('keeps to the text at its beginning and end, and where it has become shorter meanwhile', () => {
    expect(ask(numbered(3), [1, 1]).surroundingContext).toBe(numbered(3));
    expect(ask(numbered(3), [900, 40]).selectedText).toBe('line 3');
    expect(ask('', [1, 1])).toMatchObject({ selectedText: '', surroundingContext: '' });
  });

  it('leaves the language open where it is not known', () => {
    expect(ask('x', [1, 1], [1, 2], 'plaintext').language).toBe('');
  });

  it('is not more than a message may have, however long the lines are, and has no half characters', () => {
    const text = `x${'😀'.repeat(200_000)}\nhere\n${'😀'.repeat(200_000)}`;
    const { surroundingContext, selectedText } = ask(text, [2, 1]);
    expect(selectedText).toBe('here');
    expect(surroundingContext.length).toBeLessThanOrEqual(MAX_CONTEXT_LENGTH);
    expect(surroundingContext.length).toBeGreaterThan(100_000);
    expect(surroundingContext).toMatch(/^😀+\nhere\n😀+$/u);
  });

  it('is none where more is marked than can be explained at once', () => {
    const text = 'x'.repeat(MAX_EXPLAINED_LENGTH + 1);
    expect(ask(text, [1, 1], [1, MAX_EXPLAINED_LENGTH + 1]).selectedText).toHaveLength(MAX_EXPLAINED_LENGTH);
    const range = { start: { line: 1, column: 1 }, end: { line: 1, column: text.length + 1 } };
    expect(questionOf(text, '', { path: 'a.py', range })).toBe('too_long');
  });
});
