import { PracticeError } from '@agent-factory/protocol';
import {
  type SessionState,
  STATE_ITEMS,
  type StateItem,
  type ToolInput,
  type ToolOutput,
} from '@agent-factory/protocol/coach';
import { listAssessments } from '../store/entities/dreyfus.js';
import { type PhaseHint, phaseHintsOf } from '../store/entities/phase-hints.js';
import type { StoredPhase } from '../store/entities/phases.js';
import { progressOfPlan } from '../store/entities/progress.js';
import type { CoachSession } from '../store/entities/sessions.js';
import { type PlanWithPhases, planOf } from '../workplace/plan.js';
import { hidden, isShown } from '../workplace/sight.js';
import type { Workplace } from '../workplace/workplace.js';
import { shownBuffer } from './looking.js';

/** What items are told from. */
interface Source {
  readonly workplace: Workplace;
  readonly session: CoachSession;
  readonly plan: PlanWithPhases | undefined;
}

type Item<Name extends StateItem> = NonNullable<SessionState[Name]> | Extract<SessionState[Name], null>;

const ITEMS: { readonly [Name in StateItem]: (source: Source) => Promise<Item<Name>> } = {
  open_files: async ({ workplace }) => workplace.open.paths,
  buffers: ({ workplace }) => buffers(workplace),
  diffs: ({ workplace }) => workplace.disk.buffers.diffs(),
  phase: async ({ plan }) => phase(activePhase(plan)),
  plan: async ({ plan }) => planOutline(plan),
  progress: ({ workplace, plan }) => progress(workplace, plan),
  hints: ({ workplace, plan }) => hints(workplace, activePhase(plan)),
  session: async ({ session }) => sessionFacts(session),
  dreyfus: ({ workplace }) => skills(workplace),
  exercise: ({ workplace }) => exercise(workplace),
};

/** Only what is asked for, and of that only what the student shows; `notShown` says what is left out, and why. */
export async function getSessionState(
  workplace: Workplace,
  { include = [] }: ToolInput<'paige_get_session_state'>,
): Promise<ToolOutput<'paige_get_session_state'>> {
  const { visibility } = workplace.choices.now;
  const session = workplace.session.current;
  if (session === undefined) throw new Error('The state of no session is asked for');
  const wanted = include.length === 0 ? STATE_ITEMS : STATE_ITEMS.filter((item) => include.includes(item));
  const shown = wanted.filter((item) => isShown(visibility, item));
  const left = wanted.filter((item) => !shown.includes(item));
  if (shown.length === 0) throw new PracticeError('not_visible', hidden(visibility), { visibility });
  const source = { workplace, session, plan: await planOf(workplace.host.store, session.id) };
  const state: Partial<Record<StateItem, unknown>> = {};
  for (const item of shown) state[item] = await ITEMS[item](source);
  const rest = left.length === 0 ? {} : { notShown: `Left out: ${left.join(', ')}. ${hidden(visibility)}` };
  return { ...(state as SessionState), ...rest };
}

async function buffers(workplace: Workplace): Promise<Item<'buffers'>> {
  // Sorted: as they are kept, the one in which the student types comes last.
  const paths = workplace.disk.buffers.paths().toSorted();
  const shown = await Promise.all(paths.map((path) => shownBuffer(workplace, path)));
  return shown.filter((buffer) => buffer !== null).map(({ lastUpdated, ...rest }) => rest);
}

/** The first, where more than one is: whoever moves the plan on may have two at once. */
function activePhase(plan: PlanWithPhases | undefined): StoredPhase | undefined {
  return plan?.phases.find(({ status }) => status === 'active');
}

function phase(active: StoredPhase | undefined): Item<'phase'> {
  if (active === undefined) return null;
  const { id, number, title, status, hintLevel } = active;
  return { id, number, title, status, hintLevel };
}

function planOutline(plan: PlanWithPhases | undefined): Item<'plan'> {
  if (plan === undefined) return null;
  return { id: plan.plan.id, phases: plan.phases.map(({ number, title, status }) => ({ number, title, status })) };
}

async function progress({ host }: Workplace, plan: PlanWithPhases | undefined): Promise<Item<'progress'>> {
  const events = plan === undefined ? [] : await progressOfPlan(host.store, plan.plan.id);
  return events.map(({ eventType, data, createdAt }) => ({ eventType, data, createdAt }));
}

async function hints({ host }: Workplace, active: StoredPhase | undefined): Promise<Item<'hints'>> {
  const all: PhaseHint[] = active === undefined ? [] : await phaseHintsOf(host.store, active.id);
  const files = all.filter(({ type }) => type === 'file');
  const lines = all.filter(({ type }) => type === 'line');
  return {
    fileHints: files.map(({ path, style }) => ({ path, style })),
    lineHints: lines.map(({ path, startLine, endLine, style, hoverText }) => ({
      path,
      startLine,
      endLine,
      style,
      hoverText,
    })),
  };
}

function sessionFacts({ id, projectDir, issueNumber, issueTitle, startedAt }: CoachSession): Item<'session'> {
  return {
    id,
    projectDir,
    ...(issueNumber !== null && { issueNumber }),
    ...(issueTitle !== null && { issueTitle }),
    startedAt,
  };
}

/** What a check says of the work tells what is in it. */
async function exercise({ host, place, choices }: Workplace): Promise<Item<'exercise'>> {
  const state = place.project.kind === 'exercise' ? await host.exerciseOf(place.project.id) : null;
  if (state?.failing == null || isShown(choices.now.visibility, 'buffers')) return state;
  const { message: _, ...failing } = state.failing;
  return { ...state, failing };
}

async function skills({ host }: Workplace): Promise<Item<'dreyfus'>> {
  const assessments = await listAssessments(host.store);
  return assessments.map(({ skillArea, stage, confidence }) => ({ skillArea, stage, confidence }));
}
