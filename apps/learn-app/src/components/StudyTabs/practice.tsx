import type { PanelTab } from '@agent-factory/practice-panel';
import { Icon } from '../Icon';

/** The exercise in its terminal. */
export const practice: PanelTab = {
  id: 'practice',
  title: 'Practice',
  icon: () => <Icon name="terminal" />,
  isShown: ({ exercise }) => exercise !== undefined,
  load: async () => ({ default: (await import('../LessonPractice')).LessonPractice }),
  takesExercise: true,
  keepsEscape: true,
};
