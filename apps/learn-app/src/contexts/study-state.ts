import type { Exercise } from '../lib/course/exercise';

/** Id of a tab. */
export type StudyTab = string;
/**
 * What the student came to the Chat tab for; `none` where they only look. Three are about the exercise: `practise` to
 * work at it there, `resume` to go on with what was said to the tutor in the terminal, `follow` to see what happens there.
 */
export type StudyIntent = 'none' | 'teach' | 'ask' | 'say' | 'practise' | 'resume' | 'follow';
const ABOUT_EXERCISE: readonly StudyIntent[] = ['practise', 'resume', 'follow'];
/** What the chat is about. */
export type StudySubject = 'lesson' | 'exercise';

export interface LessonStep {
  /** Anchor of the heading. */
  id: string;
  title: string;
}

export interface Lesson {
  path: string;
  title: string;
  steps: LessonStep[];
}

export interface StudyState {
  open: boolean;
  tab: StudyTab;
  intent: StudyIntent;
  /** What the student wants to be said, with the intent to say it. */
  words: string;
  subject: StudySubject;
  /** Counts the openings, so that asking for the same thing twice is noticed. */
  request: number;
  /** Text of the lesson that was selected when "Ask" was pressed. */
  quote: string;
  lesson: Lesson | undefined;
  /** The exercise in the Practice tab. It stays while the student looks something up elsewhere. */
  exercise: Exercise | undefined;
}

export type StudyAction =
  | { type: 'lesson_shown'; lesson: Lesson | undefined }
  | { type: 'chat_opened'; intent: StudyIntent; quote: string; words: string }
  | { type: 'subject_chosen'; subject: StudySubject }
  | { type: 'practice_opened'; exercise: Exercise }
  /** `lessonExercise` where the tab is one that takes it into the panel. */
  | { type: 'tab_selected'; tab: StudyTab; lessonExercise: Exercise | undefined }
  | { type: 'closed' };

export const CLOSED: StudyState = {
  open: false,
  tab: 'chat',
  intent: 'none',
  words: '',
  subject: 'lesson',
  request: 0,
  quote: '',
  lesson: undefined,
  exercise: undefined,
};

export function studyReducer(state: StudyState, action: StudyAction): StudyState {
  const request = state.request + 1;
  switch (action.type) {
    case 'lesson_shown': {
      const { lesson } = action;
      // A button may have been pressed before the page had told which lesson it shows.
      const isOther = state.lesson !== undefined && state.lesson.path !== lesson?.path;
      return isOther ? { ...state, lesson, intent: 'none', quote: '' } : { ...state, lesson };
    }
    case 'chat_opened':
      return { ...state, ...opened(action), open: true, tab: 'chat', request };
    case 'subject_chosen':
      return { ...state, subject: action.subject, intent: 'none' };
    case 'practice_opened':
      return { ...state, open: true, tab: 'practice', exercise: action.exercise, request };
    case 'tab_selected':
      return { ...state, tab: action.tab, exercise: state.exercise ?? action.lessonExercise };
    case 'closed':
      return { ...CLOSED, lesson: state.lesson, request: state.request };
  }
}

function opened({ intent, quote, words }: Extract<StudyAction, { type: 'chat_opened' }>): Partial<StudyState> {
  return { intent, quote, words, subject: ABOUT_EXERCISE.includes(intent) ? 'exercise' : 'lesson' };
}
