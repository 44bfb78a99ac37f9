import type { ActionType } from './actions.js';

/** Of what the action log holds, that which the student has done; the rest is the coach's, or nobody's. */
export const STUDENT_ACTIONS: ReadonlySet<ActionType> = new Set<ActionType>([
  'file_open',
  'file_save',
  'file_close',
  'buffer_summary',
  'buffer_significant_change',
  'tab_switch',
  'selection',
  'hint_level_change',
  'explain_requested',
  'review_requested',
  'idle_end',
]);
