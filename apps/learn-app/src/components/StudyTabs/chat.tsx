import type { PanelTab } from '@agent-factory/practice-panel';
import { Icon } from '../Icon';

/** The lesson in steps, and questions to the tutor. */
export const chat: PanelTab = {
  id: 'chat',
  title: 'Chat',
  icon: () => <Icon name="question" />,
  isShown: () => true,
  load: async () => ({ default: (await import('../LessonStudy')).LessonStudy }),
};
