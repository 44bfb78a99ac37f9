import type { Criterion, StartResponse, VerificationResult } from '@agent-factory/protocol';
import type { ClientError } from '../server/outcome.js';
import type { TerminalConnection } from '../terminal/terminal-connection.js';
import type { AidAction } from './aids.js';
import type { CheckState } from './check-state.js';
import type { ElsewhereAction } from './elsewhere/elsewhere.js';
import { type Ladders, laddersOf, opened, reduceHints } from './hints.js';
import { type AgentExit, type NoticeBar, noticesOf, type Task, withNotices, withoutNotice } from './notices.js';
import type { SetupNeed } from './setup.js';
import type { SolutionState } from './solution.js';
import { reduceWatch, WATCH_OFF, type WatchAction, type WatchState } from './work-watch-state.js';

/** How far the student has got on the way from the click to the terminal. */
type Phase =
  | { readonly name: 'idle' | 'checking_server' | 'starting' }
  | { readonly name: 'setup'; readonly need: SetupNeed }
  | { readonly name: 'open'; readonly session: StartResponse; readonly terminal: TerminalConnection }
  | { readonly name: 'failed'; readonly error: ClientError }
  | { readonly name: 'finished'; readonly message: string; readonly workspace: string };

export interface JourneyState {
  readonly phase: Phase;
  /** Check My Work. */
  readonly check: CheckState;
  /** Checks on save, which are unofficial. */
  readonly watch: WatchState;
  /** Which of the two the student sees: the one that began last. */
  readonly shownCheck: 'official' | 'watch';
  readonly ladders: Ladders;
  readonly solution: SolutionState;
  /** What the toolbar is waiting for. */
  readonly task: 'none' | Task;
  readonly notices: readonly NoticeBar[];
  /** The workspace was created on this page, so an earlier completion says nothing about it. */
  readonly fresh: boolean;
  /** The work in the current workspace has passed. */
  readonly completed: boolean;
  /** True from the check that completed the exercise until the celebration was seen. */
  readonly celebrating: boolean;
}

export type JourneyAction =
  | AidAction
  | ElsewhereAction
  | { readonly type: 'server_check_began' }
  | { readonly type: 'setup_needed'; readonly need: SetupNeed }
  | { readonly type: 'start_began' }
  | { readonly type: 'started'; readonly session: StartResponse; readonly terminal: TerminalConnection }
  | { readonly type: 'renewed'; readonly session: StartResponse }
  | { readonly type: 'start_failed'; readonly error: ClientError }
  | { readonly type: 'known_completed' }
  | { readonly type: 'check_began' }
  | { readonly type: 'check_row'; readonly criterion: Criterion }
  | { readonly type: 'check_done'; readonly result: VerificationResult }
  | { readonly type: 'check_failed'; readonly error: ClientError }
  | { readonly type: 'check_dismissed' }
  | { readonly type: 'celebration_seen' }
  | { readonly type: 'task_began'; readonly task: Task }
  | { readonly type: 'task_failed'; readonly task: Task; readonly error: ClientError }
  | { readonly type: 'switched'; readonly session: StartResponse; readonly terminal: TerminalConnection }
  | { readonly type: 'was_reset'; readonly archivedTo: string | undefined }
  | { readonly type: 'finished'; readonly message: string; readonly workspace: string }
  | { readonly type: 'agent_exited'; readonly exit: AgentExit }
  | { readonly type: 'notice_dismissed'; readonly id: string };

export const INITIAL_JOURNEY: JourneyState = {
  phase: { name: 'idle' },
  check: { status: 'none' },
  watch: WATCH_OFF,
  shownCheck: 'official',
  ladders: new Map(),
  solution: { status: 'none' },
  task: 'none',
  notices: [],
  fresh: false,
  completed: false,
  celebrating: false,
};

export function reduceJourney(state: JourneyState, action: JourneyAction): JourneyState {
  switch (action.type) {
    case 'server_check_began':
      return { ...state, phase: { name: 'checking_server' } };
    case 'setup_needed':
      return { ...state, phase: { name: 'setup', need: action.need } };
    case 'start_began':
      return { ...state, phase: { name: 'starting' } };
    case 'started':
      return began(state, action.session, action.terminal);
    case 'renewed':
      return state.phase.name === 'open' ? began(state, action.session, state.phase.terminal) : state;
    case 'start_failed':
      return { ...state, phase: { name: 'failed', error: action.error } };
    case 'check_told':
      return toldOf(state, action.check);
    case 'completed_elsewhere':
      return state.completed ? state : { ...state, completed: true };
    case 'known_completed':
      return state.completed || state.fresh ? state : { ...state, completed: true };
    case 'check_began':
      return { ...state, check: { status: 'running', rows: [] }, shownCheck: 'official' };
    case 'check_row':
      return withRow(state, action.criterion);
    case 'check_done':
      return judged(state, action.result);
    case 'check_failed':
      return { ...state, check: { status: 'failed', error: action.error } };
    case 'check_dismissed':
      return { ...state, check: { status: 'none' }, shownCheck: 'watch' };
    case 'celebration_seen':
      return { ...state, celebrating: false };
    case 'task_began':
      return { ...state, task: action.task };
    case 'task_failed':
      return taskFailed(state, action.task, action.error);
    case 'was_reset':
      return wasReset(action.archivedTo);
    case 'switched':
      return switched(state, action.session, action.terminal);
    case 'finished':
      return ended(state, { name: 'finished', message: action.message, workspace: action.workspace });
    case 'agent_exited':
      return noted(state, { id: 'agent_exited', kind: 'agent_exited', exit: action.exit });
    case 'notice_dismissed':
      return { ...state, notices: withoutNotice(state.notices, action.id) };
    case 'hint_asked':
    case 'hint_shown':
    case 'hint_refused':
    case 'hint_told':
      return { ...state, ladders: reduceHints(state.ladders, action) };
    case 'solution_changed':
      return { ...state, solution: action.solution };
    case 'watch_began':
    case 'watch_row':
    case 'watch_lost':
    case 'watch_ended':
      return watched(state, action);
  }
}

function began(state: JourneyState, session: StartResponse, terminal: TerminalConnection): JourneyState {
  const kept = withoutNotice(state.notices, 'agent_exited');
  const progress = session.status === 'created' ? { fresh: true, completed: false } : {};
  return {
    ...state,
    ...progress,
    phase: { name: 'open', session, terminal },
    ladders: laddersOf(session.outline, session.status === 'created' ? new Map() : state.ladders),
    notices: withNotices(kept, noticesOf(session)),
  };
}

/** Another agent in the same workspace: what was said of the former one no longer counts, results of checks still do. */
function switched(state: JourneyState, session: StartResponse, terminal: TerminalConnection): JourneyState {
  const notices = withoutNotice(withoutNotice(state.notices, 'not_signed_in'), 'switch_failed');
  return began({ ...state, task: 'none', notices }, session, terminal);
}

/** A check on save comes to the front, and so does the reason why they stopped, unless an official check is running. */
function watched(state: JourneyState, action: WatchAction): JourneyState {
  const shownCheck = isNews(action) && state.check.status !== 'running' ? 'watch' : state.shownCheck;
  return { ...state, watch: reduceWatch(state.watch, action), shownCheck };
}

function noted(state: JourneyState, bar: NoticeBar): JourneyState {
  return { ...state, notices: withNotices(state.notices, [bar]) };
}

function withRow(state: JourneyState, criterion: Criterion): JourneyState {
  if (state.check.status !== 'running') return state;
  return { ...state, check: { status: 'running', rows: [...state.check.rows, criterion] } };
}

function judged(state: JourneyState, result: VerificationResult): JourneyState {
  return {
    ...state,
    check: { status: 'done', result },
    ladders: result.status === 'passed' || result.status === 'failed' ? opened(state.ladders) : state.ladders,
    completed: state.completed || result.complete,
    celebrating: result.complete && !state.completed,
  };
}

/** A check of another page's. Its completion is celebrated where the student has asked for it. */
function toldOf(state: JourneyState, check: CheckState): JourneyState {
  const { celebrating } = state;
  const shownCheck = check.status === 'none' ? state.shownCheck : 'official';
  if (check.status === 'done') return { ...judged(state, check.result), celebrating, shownCheck };
  return { ...state, check, shownCheck };
}

function taskFailed(state: JourneyState, task: Task, error: ClientError): JourneyState {
  return noted({ ...state, task: 'none' }, { id: `${task}_failed`, kind: 'task_failed', task, error });
}

/** After a reset, only the place of the archived work remains of the old state. */
function wasReset(archivedTo: string | undefined): JourneyState {
  const notices: NoticeBar[] = archivedTo === undefined ? [] : [{ id: 'archived', kind: 'archived', path: archivedTo }];
  return { ...INITIAL_JOURNEY, phase: { name: 'starting' }, notices };
}

/** Notices and results were about the session that is over; what was achieved in the workspace stays. */
function ended({ fresh, completed }: JourneyState, phase: Phase): JourneyState {
  return { ...INITIAL_JOURNEY, fresh, completed, phase };
}

function isNews(action: WatchAction): boolean {
  if (action.type === 'watch_row') return action.row.type === 'began';
  return action.type === 'watch_began' || (action.type === 'watch_ended' && action.error !== undefined);
}
