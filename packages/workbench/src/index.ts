export type { ActionsWish, CoachRest } from './client/rest/coach-rest.js';
export type {
  Conflict,
  Connection,
  DocumentView,
  Failure,
  Place,
  Problem,
  Shown,
  TreeRow,
  WorkbenchEvent,
  WorkbenchState,
} from './client/state.js';
export { type FilePlace, parseWhere } from './client/where.js';
export { Workbench, type WorkbenchOptions } from './client/workbench.js';
export type { WorkbenchControls, WorkbenchPanelProps } from './react/props.js';
export { WorkbenchPanel } from './react/WorkbenchPanel.js';
