import type { AgentState } from '@agent-factory/protocol/events';

/** What the student has to know first comes first; an agent that has ended is nothing to know. */
const URGENCY: readonly AgentState[] = ['asking', 'working', 'starting', 'waiting'];

/** The one state that stands for several agents. */
export function mostUrgent(states: Iterable<AgentState>): AgentState | undefined {
  const all = new Set(states);
  return URGENCY.find((state) => all.has(state));
}
