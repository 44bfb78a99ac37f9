import type { ExerciseSummary, FilePlace, RegistryEntry } from '@agent-factory/protocol';
import type { ReactNode } from 'react';
import type { PracticeOptions } from '../client/options.js';

export type Theme = 'light' | 'dark';

export interface PracticeProviderProps {
  readonly options: PracticeOptions;
  readonly children: ReactNode;
}

export interface PracticeButtonProps {
  readonly exercise: RegistryEntry;
  /** The student wants to practise: show the panel. */
  readonly onOpen: () => void;
  /** The student is about to: the pointer or the focus is on it. Time to load what it opens. */
  readonly onApproach?: () => void;
  readonly className?: string;
  /** Words in place of Practice, Resume or Practice again. */
  readonly children?: ReactNode;
}

/** What names an exercise to the site. */
export type NamedExercise = Pick<RegistryEntry, 'id' | 'title' | 'lessonPath'>;

/** Where things are on the site around the panel. What it does not name is not offered. */
export interface SiteLinks {
  /** Address of the lesson of an exercise; undefined if the site has none. */
  readonly lessonUrl?: (exercise: NamedExercise) => string | undefined;
  /** Address of the page that shows progress. */
  readonly progressUrl?: string;
  /** Goes to a page of the site without reloading. Without it, links open in a new tab. */
  readonly onFollow?: (url: string) => void;
}

export interface PracticePanelProps {
  readonly exercise: RegistryEntry;
  readonly theme: Theme;
  /** The student closes the panel; the exercise keeps running. */
  readonly onClose?: () => void;
  /**
   * Address of a page of this site that shows only the panel for this exercise, with `inOwnWindow`. It lets
   * the student move the exercise to its own window.
   */
  readonly windowUrl?: string;
  /** The panel fills the page, which is that window. */
  readonly inOwnWindow?: boolean;
  readonly links?: SiteLinks;
  /**
   * The student wants to go on in a chat: `take_over` with the tutor's conversation, `ask` without any terminal.
   * Without it, the panel offers no chat.
   */
  readonly onContinueInChat?: (wish: 'take_over' | 'follow' | 'ask') => void;
  /** The student wants to see a place that a check has named. Without it, places are texts. */
  readonly onShowPlace?: (place: FilePlace) => void;
  /** The student wants to see their dashboard. Without it, the panel offers none. */
  readonly onShowDashboard?: () => void;
  /** The student chose another exercise from the list of running ones. */
  readonly onNavigateToExercise?: (exercise: RegistryEntry | ExerciseSummary) => void;
}
