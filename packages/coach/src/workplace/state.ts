import type { ProjectState } from '@agent-factory/protocol/coach';
import type { Page } from './page.js';
import { type PlanWithPhases, planOf, shownPhase } from './plan.js';
import type { Workplace } from './workplace.js';

/** What this daemon does of the protocol. */
const CAPABILITIES = ['files', 'pointers', 'plan'];

/**
 * Calls back with everything that a page has to know of a project, as of that very moment: whatever is told to pages
 * after it is not in it, and whatever was told before is.
 */
export async function withState(workplace: Workplace, use: (state: ProjectState) => void): Promise<void> {
  const { host, audience, session } = workplace;
  for (;;) {
    const { told } = audience;
    const plan = await planOf(host.store, session.current?.id);
    if (audience.told === told) return use(stateNow(workplace, plan));
  }
}

/** Tells all pages how everything stands, but the one that knows. */
export async function announceState(workplace: Workplace, except?: Page): Promise<void> {
  const told = except === undefined ? {} : { except };
  await withState(workplace, (state) => workplace.audience.broadcast('connection:init', state, told));
}

function stateNow(workplace: Workplace, plan: PlanWithPhases | undefined): ProjectState {
  const { place, disk, open, choices, pointers, session } = workplace;
  return {
    sessionId: session.current?.id ?? null,
    capabilities: CAPABILITIES,
    featureFlags: {},
    project: place.project,
    ...choices.now,
    watching: disk.watching,
    openFiles: open.paths,
    pointers: pointers.now,
    phases: (plan?.phases ?? []).map(shownPhase),
  };
}
