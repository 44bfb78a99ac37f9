import { DEFAULT_VISIBILITY } from '@agent-factory/protocol/coach';
import { NOTHING_SHOWN } from './coach/shown.js';
import { NO_KATAS } from './katas/katas-state.js';
import { NO_MIND } from './mind/mind-state.js';
import type { WorkbenchState } from './state.js';

/** Before anything is known. */
export const INITIAL_STATE: WorkbenchState = {
  connection: { status: 'closed' },
  project: null,
  sessionId: null,
  capabilities: [],
  visibility: DEFAULT_VISIBILITY,
  hintLevel: 'none',
  watching: { by: 'nothing' },
  tree: { revision: 0, rowCount: 0, loaded: false },
  documents: [],
  activePath: null,
  shown: NOTHING_SHOWN,
  failures: new Map(),
  phases: [],
  issue: null,
  mind: NO_MIND,
  katas: NO_KATAS,
  problems: [],
};
