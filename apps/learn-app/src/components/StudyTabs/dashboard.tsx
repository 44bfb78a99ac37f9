import type { PanelTab } from '@agent-factory/practice-panel';
import { Icon } from '../Icon';

/** Where the student stands, as their coach knows it. */
export const dashboard: PanelTab = {
  id: 'dashboard',
  title: 'Dashboard',
  icon: () => <Icon name="chart" />,
  isShown: ({ capabilities }) => capabilities.has('coach'),
  load: async () => ({ default: (await import('../LessonDashboard')).LessonDashboard }),
  onDemand: true,
  keepsEscape: true,
};
