import type { AgentState } from '@agent-factory/protocol/events';
import { STATE_WORDS } from './words.js';

/** A small mark of what an agent does; in words for whoever cannot see it, or rests the mouse on it. */
export function AgentMark({ state }: { readonly state: AgentState | undefined }) {
  if (state === undefined) return null;
  return (
    <span className="practice-root practice-agent-mark" data-state={state} title={STATE_WORDS[state]}>
      <span className="practice-visually-hidden">{STATE_WORDS[state]}</span>
    </span>
  );
}
