import type { ServerMessage, ServerPayload } from '@agent-factory/protocol/coach';
import type { MindStatus } from '@agent-factory/protocol/mind';
import type { MindState, ObserverView } from './mind-state.js';

/** What the daemon tells without having been asked. Messages that change nothing here give the same state. */
export function reduceMind(state: MindState, { type, payload }: ServerMessage): MindState {
  switch (type) {
    case 'observer:status':
      return { ...state, observer: observerOf(payload, state.observer) };
    case 'observer:nudge':
      return state.observer === null ? state : { ...state, observer: { ...state.observer, nudged: payload.signal } };
    case 'coaching:plan_ready': {
      const { memoryConnection, estimatedDifficulty } = payload;
      return { ...state, plan: { memoryConnection, estimatedDifficulty } };
    }
    case 'mind:status':
      return withStatus(state, payload);
    default:
      return state;
  }
}

/** However it has come. */
export function withStatus(state: MindState, { parts, memory }: MindStatus): MindState {
  return { ...state, parts, memory };
}

/** What was seen belongs to the session that was observed. */
function observerOf({ active, muted }: ServerPayload<'observer:status'>, before: ObserverView | null): ObserverView {
  return { active, muted, nudged: active ? (before?.nudged ?? null) : null };
}
