import { createContext, type ReactNode, useContext, useMemo, useReducer } from 'react';
import type { Exercise } from '../lib/course/exercise';
import {
  CLOSED,
  type Lesson,
  type StudyIntent,
  type StudyState,
  type StudySubject,
  type StudyTab,
  studyReducer,
} from './study-state';

export interface StudyMode extends StudyState {
  /** A lesson page says which lesson it shows; undefined when it goes. */
  showLesson(lesson: Lesson | undefined): void;
  openChat(intent: StudyIntent, wish?: { quote?: string; words?: string }): void;
  chooseSubject(subject: StudySubject): void;
  /** Opens the Practice tab and keeps this exercise in it, across pages, until the panel closes. */
  openPractice(exercise: Exercise): void;
  selectTab(tab: StudyTab, lessonExercise?: Exercise): void;
  close(): void;
}

const StudyModeContext = createContext<StudyMode | undefined>(undefined);

export function StudyModeProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(studyReducer, CLOSED);
  const actions = useMemo(
    () => ({
      showLesson: (lesson: Lesson | undefined) => dispatch({ type: 'lesson_shown', lesson }),
      openChat: (intent: StudyIntent, { quote = '', words = '' } = {}) =>
        dispatch({ type: 'chat_opened', intent, quote, words }),
      chooseSubject: (subject: StudySubject) => dispatch({ type: 'subject_chosen', subject }),
      openPractice: (exercise: Exercise) => dispatch({ type: 'practice_opened', exercise }),
      selectTab: (tab: StudyTab, lessonExercise?: Exercise) => dispatch({ type: 'tab_selected', tab, lessonExercise }),
      close: () => dispatch({ type: 'closed' }),
    }),
    [],
  );
  const mode = useMemo(() => ({ ...state, ...actions }), [state, actions]);
  return <StudyModeContext.Provider value={mode}>{children}</StudyModeContext.Provider>;
}

/** What is open beside the lesson, and how to change it. */
export function useStudyMode(): StudyMode {
  const mode = useContext(StudyModeContext);
  if (!mode) throw new Error('useStudyMode needs a StudyModeProvider above it.');
  return mode;
}
