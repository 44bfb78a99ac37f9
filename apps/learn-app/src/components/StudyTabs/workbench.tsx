import type { PanelTab } from '@agent-factory/practice-panel';
import { Icon } from '../Icon';

/** The student's files in an editor, where a coach sees them and points. */
export const workbench: PanelTab = {
  id: 'workbench',
  title: 'Workbench',
  icon: () => <Icon name="code" />,
  isShown: ({ exercise, capabilities }) => exercise !== undefined && capabilities.has('coach'),
  load: async () => ({ default: (await import('../LessonWorkbench')).LessonWorkbench }),
  takesExercise: true,
  keepsEscape: true,
};
