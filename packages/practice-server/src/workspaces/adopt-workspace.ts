import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { AgentList } from '@agent-factory/agent-cli';
import { type Exercise, ifThere, recogniseSeeded } from '@agent-factory/exercise-runtime';
import { type AgentId, type ExerciseId, sessionIdOf } from '@agent-factory/protocol';
import type { Foundation } from '../foundation.js';
import { findSession } from '../store/records/sessions.js';
import { saveWorkspace, type WorkspaceRecord } from '../store/records/workspaces.js';
import { workspacePath } from './prepare-workspace.js';

/**
 * Recreates the record of a workspace whose session is alive, from what is there: lost state must not keep a student
 * from checking their work. Undefined if there is no folder. `exercise` is the exercise as it was last fetched.
 */
export async function adoptWorkspace(
  foundation: Foundation,
  exerciseId: ExerciseId,
  exercise: Exercise,
): Promise<WorkspaceRecord | undefined> {
  const workspace = workspacePath(foundation, exerciseId);
  const folder = await ifThere(stat(workspace));
  if (folder === undefined) return undefined;
  const started = await howStarted(foundation, exerciseId);
  const instructionFile = foundation.agents.find(started.agent)?.instructionFile;
  const record: WorkspaceRecord = {
    exerciseId,
    version: exercise.config.version,
    agent: started.agent,
    conversationId: started.conversationId ?? randomUUID(),
    seeded: await recogniseSeeded(exercise, { workspace, ...(instructionFile !== undefined && { instructionFile }) }),
    setupDone: true,
    createdAt: folder.birthtime.toISOString(),
  };
  await saveWorkspace(foundation.store, record);
  foundation.log.warn(
    { exerciseId, workspace },
    'The record of a running exercise was lost; it was recreated from its files',
  );
  return record;
}

/** A conversation id as we pass it to an agent. */
const CONVERSATION = /--(?:session-id|resume)[ "=']+([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

interface Started {
  readonly agent: AgentId;
  readonly conversationId?: string | undefined;
}

/** Which agent it is: as the record of the session says or, without one, the command line that tmux was given. */
async function howStarted({ store, tmux, config, agents }: Foundation, exerciseId: ExerciseId): Promise<Started> {
  const session = await findSession(store, exerciseId);
  const command = await tmux.startCommand(sessionIdOf(exerciseId));
  if (command === undefined) return { agent: session?.agent ?? config.agent };
  return { agent: session?.agent ?? agentIn(command, agents), conversationId: CONVERSATION.exec(command)?.[1] };
}

/** It follows the name that was given to the script; if nothing follows, the shell was started. */
function agentIn(command: string, agents: AgentList): AgentId {
  const [, program] = /["'] sh ["']?([\w-]+)/.exec(command) ?? [];
  return agents.all().find(({ command }) => command !== undefined && command === program)?.id ?? 'shell';
}
