import {
  type CoachMessage,
  DEFAULT_VISIBILITY,
  type Glow,
  MAX_PHASES,
  MAX_POINTERS,
  type Mark,
  type Phase,
  type ProjectState,
  type ServerMessage,
} from '@agent-factory/protocol/coach';
import type { WorkbenchState } from '../state.js';

/** What the daemon tells of the project and of the agent's pointing, as it tells it. */
export interface CoachState
  extends Pick<
    WorkbenchState,
    'project' | 'sessionId' | 'capabilities' | 'visibility' | 'hintLevel' | 'watching' | 'phases' | 'issue'
  > {
  readonly marks: readonly Mark[];
  readonly glows: readonly Glow[];
  readonly messages: readonly CoachMessage[];
}

export const INITIAL_COACH: CoachState = {
  project: null,
  sessionId: null,
  capabilities: [],
  visibility: DEFAULT_VISIBILITY,
  hintLevel: 'none',
  watching: { by: 'nothing' },
  phases: [],
  issue: null,
  marks: [],
  glows: [],
  messages: [],
};

/** The one place where messages of the daemon become state. Those that change nothing here give the same state. */
export function reduceCoach(state: CoachState, message: ServerMessage): CoachState {
  switch (message.type) {
    case 'connection:init':
      return withProject(state, message.payload);
    case 'session:resumed':
      return withProject(state, message.payload.restoredState);
    case 'session:started': {
      const { issueContext, phases, hintLevel } = message.payload;
      return { ...state, issue: issueContext, phases: phases.slice(0, MAX_PHASES), hintLevel };
    }
    case 'session:ended':
      return { ...state, sessionId: null };
    case 'coaching:plan_ready':
      return { ...state, phases: message.payload.phases.slice(0, MAX_PHASES) };
    case 'coaching:phase_update':
      return {
        ...state,
        phases: withPhase(state.phases, { ...message.payload.phase, status: message.payload.status }),
      };
    case 'coaching:issue_context':
      return { ...state, issue: message.payload };
    default:
      return reducePointers(state, message);
  }
}

function reducePointers(state: CoachState, message: ServerMessage): CoachState {
  switch (message.type) {
    case 'editor:decorations':
      return { ...state, marks: added(state.marks, message.payload.decorations, idOf) };
    case 'editor:highlight_lines':
      return { ...state, marks: added(state.marks, [message.payload], idOf) };
    case 'editor:hover_hint': {
      const { path, range, hintText } = message.payload;
      const { start, end } = range;
      const id = `hover:${path}:${start.line}:${end.line}`.slice(0, 200);
      const mark: Mark = { id, path, start: start.line, end: end.line, style: 'hint', hoverText: hintText };
      return { ...state, marks: added(state.marks, [mark], idOf) };
    }
    case 'editor:clear_decorations':
    case 'editor:clear_highlights':
      return { ...state, marks: state.marks.filter(({ path }) => !isIn(path, message.payload.path)) };
    case 'explorer:hint_files':
      return { ...state, glows: added(state.glows, message.payload.hints, ({ path }) => path) };
    case 'explorer:clear_hints':
      return { ...state, glows: [] };
    case 'coaching:message':
      return { ...state, messages: added(state.messages, [message.payload], idOf) };
    default:
      return state;
  }
}

function withProject(state: CoachState, init: ProjectState): CoachState {
  const { sessionId, capabilities, project, visibility, hintLevel, watching, phases, issue, pointers } = init;
  return { ...state, sessionId, capabilities, project, visibility, hintLevel, watching, phases, issue, ...pointers };
}

function withPhase(phases: readonly Phase[], changed: Phase): readonly Phase[] {
  const isThere = phases.some(({ id }) => id === changed.id);
  const all = isThere ? phases.map((phase) => (phase.id === changed.id ? changed : phase)) : [...phases, changed];
  return all.toSorted((one, other) => one.number - other.number).slice(0, MAX_PHASES);
}

/** The list with these behind what is there: one of the same key takes the place of the earlier. The oldest go. */
function added<T>(list: readonly T[], more: readonly T[], keyOf: (value: T) => string): readonly T[] {
  const keys = new Set(more.map(keyOf));
  return [...list.filter((value) => !keys.has(keyOf(value))), ...more].slice(-MAX_POINTERS);
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function isIn(path: string, cleared: string | undefined): boolean {
  return cleared === undefined || path === cleared;
}
