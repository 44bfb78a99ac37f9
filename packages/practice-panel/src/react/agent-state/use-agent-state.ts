import type { AgentState } from '@agent-factory/protocol/events';
import { agentStateOf } from '../../client/agent-state/agent-state-of.js';
import { usePracticeClient } from '../context.js';
import { useSnapshot } from '../parts/use-snapshot.js';

/** What the agent in the terminal of an exercise does, as last heard; undefined without one, as in a plain shell. */
export function useAgentState(exerciseId: string | undefined): AgentState | undefined {
  return agentStateOf(useSnapshot(usePracticeClient().server), exerciseId);
}
