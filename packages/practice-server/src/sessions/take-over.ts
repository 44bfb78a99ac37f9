import { type AgentId, type ExerciseId, sessionIdOf } from '@agent-factory/protocol';
import { saveWorkspace } from '../store/records/workspaces.js';
import { type PreparedWorkspace, type PrepareOptions, prepareWorkspace } from '../workspaces/prepare-workspace.js';
import type { SessionContext } from './context.js';
import { endSession } from './ending/end.js';
import { settleSession } from './ending/settle.js';
import { startExercise } from './starting/start.js';

/** Makes the workspace of an exercise without opening a terminal, with what it ships for this agent. */
export async function prepareExercise(
  context: SessionContext,
  exerciseId: ExerciseId,
  agent: AgentId,
  options?: PrepareOptions,
): Promise<PreparedWorkspace> {
  const { exercise } = await context.catalog.fetch(exerciseId);
  return prepareWorkspace(context, exercise, agent, options);
}

/** Opens the terminal of an exercise with a conversation that began elsewhere. Ends the one it has. */
export async function takeOver(
  context: SessionContext,
  exerciseId: ExerciseId,
  conversation: { agent: AgentId; sessionId: string },
): Promise<void> {
  const { agent, sessionId: conversationId } = conversation;
  await context.dependencies.require(agent);
  if ((await settleSession(context, sessionIdOf(exerciseId))) !== undefined)
    await endSession(context, exerciseId, 'exited');
  const { record } = await prepareExercise(context, exerciseId, agent);
  await saveWorkspace(context.store, { ...record, agent, conversationId });
  await startExercise(context, { exerciseId, agent });
}
