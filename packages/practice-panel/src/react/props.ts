import type { ExerciseSummary, RegistryEntry } from '@agent-factory/protocol';
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
  readonly className?: string;
  /** Words in place of Practice, Resume or Practice again. */
  readonly children?: ReactNode;
}

export interface PracticePanelProps {
  readonly exercise: RegistryEntry;
  readonly theme: Theme;
  /** The student closes the panel; the exercise keeps running. */
  readonly onClose?: () => void;
  /** The student chose another exercise of the list of running ones. */
  readonly onNavigateToExercise?: (exercise: RegistryEntry | ExerciseSummary) => void;
}
