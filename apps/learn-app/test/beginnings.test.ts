import { describe, expect, it } from 'vitest';
import { exerciseBeginnings, lessonBeginnings } from '../src/components/LessonStudy/beginnings';

const first = { id: 'loop', title: 'The loop' };
const facts = {
  lesson: { path: 'a', title: 'Agents', steps: [first] },
  first,
  section: 'One turn',
  hasSelection: false,
};
const labels = (beginnings: readonly { label: string }[]) => beginnings.map(({ label }) => label);

describe('ways to begin a chat', () => {
  it('about a lesson are to be taught it from the first unread step, or the section in view', () => {
    const [teach, ...others] = lessonBeginnings(facts);
    expect(teach).toMatchObject({ label: 'Teach me this lesson', text: expect.stringContaining('"The loop"') });
    expect(labels(others)).toEqual(['Explain this section: One turn']);
    expect(labels(lessonBeginnings({ ...facts, section: undefined }))).toEqual(['Teach me this lesson']);
  });

  it('are about what was selected, in the place of the section: nothing moves', () => {
    expect(labels(lessonBeginnings({ ...facts, hasSelection: true }))).toEqual([
      'Teach me this lesson',
      'Explain what I selected',
    ]);
  });

  it('in an exercise ask where to start, or why the last check was not content', () => {
    expect(labels(exerciseBeginnings([], false))).toEqual(['What should I do first?']);
    expect(labels(exerciseBeginnings(['It has\na name', 'It remembers', 'It ends'], true))).toEqual([
      'Why does “It has a name” fail?',
      'Why does “It remembers” fail?',
      'Explain what I selected',
    ]);
  });
});
