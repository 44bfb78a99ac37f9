// For what thinks for the coach: what a project is made of, and how it is pointed at.

export { projectPath } from './files/project-path.js';
export type { MessageContext } from './messages/context.js';
export type { EndStatus } from './mind/mind.js';
export { finishSession } from './project/finish-session.js';
export { requireGuidance, unsavedOf } from './tools/guidance.js';
export { highlightLines, hintFiles } from './tools/pointing.js';
export { ProjectDisk } from './workplace/disk/project-disk.js';
export type { Page } from './workplace/page.js';
export { type PlanWithPhases, planOf, shownPhase } from './workplace/plan.js';
export { isShown } from './workplace/sight.js';
export { announceState, withState } from './workplace/state.js';
export type { Workplace } from './workplace/workplace.js';

import type { MessageContext } from './messages/context.js';
import type { Mind } from './mind/mind.js';
import type { Page } from './workplace/page.js';
import type { Workplace } from './workplace/workplace.js';

/** What thinks for the coach. */
export type CoachMind = Mind<Workplace, Page, MessageContext>;
