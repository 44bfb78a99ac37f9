import type { IconName } from '../parts/icons.js';
import type { PaneId } from './arrangement.js';

export const PANE_NAMES: Readonly<Record<PaneId, string>> = {
  lesson: 'Lesson',
  kata: 'Kata',
  files: 'Files',
  coach: 'Coach',
  editor: 'Editor',
  terminal: 'Terminal',
};

export const PANE_ICONS: Readonly<Record<PaneId, IconName>> = {
  lesson: 'lesson',
  kata: 'kata',
  files: 'files',
  coach: 'coach',
  editor: 'code',
  terminal: 'terminal',
};
