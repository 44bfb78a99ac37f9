import { describe, expect, it } from 'vitest';
import { CLOSED, type StudyAction, type StudyState, studyReducer } from '../src/contexts/study-state';

const LOOP = exercise('ch33-agent-loop');
const FIRST = exercise('ch34-first-agent');
const NO_WORDS = { quote: '', words: '' };
const LESSON = { path: 'part/lesson', title: 'Lesson', steps: [] };

function exercise(id: string) {
  const facts = { difficulty: 'beginner' as const, estimatedMinutes: 20, xpReward: 10, skills: [] };
  return { id, title: id, lessonPath: id, ...facts };
}

function after(...actions: StudyAction[]): StudyState {
  return actions.reduce(studyReducer, CLOSED);
}

describe('the study panel', () => {
  it('opens on the tab of the action that was pressed', () => {
    expect(after({ type: 'chat_opened', intent: 'ask', ...NO_WORDS })).toMatchObject({ open: true, tab: 'chat' });
    expect(after({ type: 'practice_opened', exercise: LOOP })).toMatchObject({ open: true, tab: 'practice' });
  });

  it('has a new wish only by a button, which going to another lesson ends', () => {
    const taught = after({ type: 'chat_opened', intent: 'teach', ...NO_WORDS });
    expect(taught).toMatchObject({ intent: 'teach', subject: 'lesson' });
    const shown = studyReducer(taught, { type: 'lesson_shown', lesson: LESSON });
    // The button was there before the page had told which lesson it shows.
    expect(shown.intent).toBe('teach');
    expect(studyReducer(shown, { type: 'lesson_shown', lesson: { ...LESSON } }).intent).toBe('teach');
    for (const lesson of [undefined, { ...LESSON, path: 'another' }])
      expect(studyReducer(shown, { type: 'lesson_shown', lesson }).intent).toBe('none');
    expect(after({ type: 'tab_selected', tab: 'chat', lessonExercise: undefined }).intent).toBe('none');
    expect(after({ type: 'chat_opened', intent: 'teach', ...NO_WORDS }, { type: 'closed' }).intent).toBe('none');
  });

  it('is about the exercise where the terminal’s conversation goes on, and about what the student then chooses', () => {
    const resumed = after({ type: 'chat_opened', intent: 'resume', ...NO_WORDS });
    expect(resumed.subject).toBe('exercise');
    expect(studyReducer(resumed, { type: 'subject_chosen', subject: 'lesson' })).toMatchObject({
      subject: 'lesson',
      intent: 'none',
    });
  });

  it('starts no exercise while only the Chat tab was opened', () => {
    expect(after({ type: 'chat_opened', intent: 'teach', ...NO_WORDS }).exercise).toBeUndefined();
  });

  it('starts the lesson’s exercise when the Practice tab is chosen', () => {
    const state = after({ type: 'tab_selected', tab: 'practice', lessonExercise: LOOP });
    expect(state).toMatchObject({ tab: 'practice', exercise: LOOP });
  });

  it('keeps the exercise through tabs and other lessons', () => {
    const state = after(
      { type: 'practice_opened', exercise: LOOP },
      { type: 'lesson_shown', lesson: LESSON },
      { type: 'tab_selected', tab: 'chat', lessonExercise: undefined },
      { type: 'tab_selected', tab: 'practice', lessonExercise: FIRST },
    );
    expect(state.exercise).toBe(LOOP);
  });

  it('changes the exercise when Practice is pressed in another lesson', () => {
    const opened = { type: 'practice_opened', exercise: LOOP } as const;
    expect(after(opened, { ...opened, exercise: FIRST }).exercise).toBe(FIRST);
  });

  it('lets the exercise go and remembers the lesson when it closes', () => {
    const state = after(
      { type: 'lesson_shown', lesson: LESSON },
      { type: 'practice_opened', exercise: LOOP },
      { type: 'closed' },
    );
    expect(state).toMatchObject({ open: false, exercise: undefined, lesson: LESSON });
  });

  it('notices the same action pressed twice', () => {
    const opened = { type: 'chat_opened', intent: 'ask', ...NO_WORDS } as const;
    expect(after(opened, opened).request).not.toBe(after(opened).request);
  });
});
