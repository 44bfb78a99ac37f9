import { describe, expect, it } from 'vitest';
import { isLesson, lessonPathOf } from '../src/lib/course/lesson-path';

describe('the path by which a lesson is known to the registry', () => {
  it('keeps number prefixes and loses the extension', () => {
    expect(lessonPathOf('@site/docs/05-Part/33-chapter/02-the-agent-loop.md')).toBe(
      '05-Part/33-chapter/02-the-agent-loop',
    );
    expect(lessonPathOf('@site/docs/05-Part/lesson.mdx')).toBe('05-Part/lesson');
  });

  it('keeps a dot that is part of the name', () => {
    expect(lessonPathOf('@site/docs/01-node.js.md')).toBe('01-node.js');
  });

  it('tells guides from lessons', () => {
    expect(isLesson('practice/setup')).toBe(false);
    expect(isLesson('05-Part/practice/setup')).toBe(true);
  });
});
