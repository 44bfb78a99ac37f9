import type { AgentState } from '@agent-factory/protocol/events';
import type { ServerState } from '../server/server.js';

/** What the agent in the terminal of an exercise does, as last heard. */
export function agentStateOf({ sessions }: ServerState, exerciseId: string | undefined): AgentState | undefined {
  return sessions.find((session) => session.exerciseId === exerciseId)?.agentState;
}
