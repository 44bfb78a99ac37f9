import type { Exercise } from '../lib/course/exercise';

/** Id of a tab. */
export type StudyTab = string;
/** What the student came to the Chat tab for. */
export type StudyIntent = 'teach' | 'ask';

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
  | { type: 'chat_opened'; intent: StudyIntent; quote: string }
  | { type: 'practice_opened'; exercise: Exercise }
  /** `lessonExercise` where the tab is one that takes it into the panel. */
  | { type: 'tab_selected'; tab: StudyTab; lessonExercise: Exercise | undefined }
  | { type: 'closed' };

export const CLOSED: StudyState = {
  open: false,
  tab: 'chat',
  intent: 'teach',
  request: 0,
  quote: '',
  lesson: undefined,
  exercise: undefined,
};

export function studyReducer(state: StudyState, action: StudyAction): StudyState {
  const request = state.request + 1;
  switch (action.type) {
    case 'lesson_shown':
      return { ...state, lesson: action.lesson, quote: '' };
    case 'chat_opened':
      return { ...state, open: true, tab: 'chat', intent: action.intent, quote: action.quote, request };
    case 'practice_opened':
      return { ...state, open: true, tab: 'practice', exercise: action.exercise, request };
    case 'tab_selected':
      return { ...state, tab: action.tab, exercise: state.exercise ?? action.lessonExercise };
    case 'closed':
      return { ...CLOSED, lesson: state.lesson, request: state.request };
  }
}
