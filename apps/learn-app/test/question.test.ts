import { describe, expect, it } from 'vitest';
import { composeQuestion } from '../src/lib/lesson/question';

describe('a question for the tutor', () => {
  it('names the lesson, the section and what it says', () => {
    const question = composeQuestion({
      lessonTitle: 'The agent loop',
      sectionTitle: 'One turn',
      excerpt: 'The model is asked.',
      text: 'Who asks?',
    });
    expect(question).toBe(
      'I am reading the lesson "The agent loop", section "One turn". It says: "The model is asked." My question: Who asks?',
    );
  });

  it('is one line without control characters, so that pasting it into a shell runs nothing', () => {
    const text = 'first\nrm -rf x\r\n\u001b[31mred\u0003\ttab\u2028end';
    const question = composeQuestion({ lessonTitle: 'a\nb', excerpt: 'c\rd', text });
    expect(question).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  });

  it('shortens a long excerpt at a word and says so', () => {
    const question = composeQuestion({ lessonTitle: 'L', excerpt: 'word '.repeat(1000), text: 'Why?' });
    expect(question.length).toBeLessThan(1700);
    expect(question).toContain('word …" My question: Why?');
  });
});
