import { type StartResponse, sessionIdOf } from '@agent-factory/protocol';
import { isFolderId } from '@agent-factory/protocol/coach';
import { findWorkspace } from '../../store/records/workspaces.js';
import type { SessionContext } from '../context.js';
import { settleSession } from '../ending/settle.js';
import { outlineOf } from '../outline.js';
import { agentDiffers, answer, coachNotice } from './answer.js';
import { openExercise } from './open-exercise.js';
import { openFolder } from './open-folder.js';
import type { Opening, StartOptions } from './opening.js';

/** Opens an exercise or a folder: joins its live session, or prepares the workspace and starts a session. */
export async function startExercise(context: SessionContext, options: StartOptions): Promise<StartResponse> {
  return (await joinSession(context, options)) ?? (await openSession(context, options));
}

/** Prepares the workspace and starts a session in it. */
export function openSession(context: SessionContext, opening: Opening): Promise<StartResponse> {
  return isFolderId(opening.exerciseId) ? openFolder(context, opening) : openExercise(context, opening);
}

async function joinSession(
  context: SessionContext,
  { exerciseId, agent }: StartOptions,
): Promise<StartResponse | undefined> {
  const session = await settleSession(context, sessionIdOf(exerciseId));
  if (session === undefined) return undefined;
  const [workspace, outline, coaching] = await Promise.all([
    findWorkspace(context.store, exerciseId),
    context.catalog.cached(exerciseId).then((exercise) => outlineOf(context, exerciseId, exercise)),
    coachNotice(context, exerciseId, session.agent),
  ]);
  const differs = agent !== undefined && agent !== session.agent;
  return answer(context, {
    exerciseId,
    ticket: session.ticket,
    agent: session.agent,
    status: 'resumed',
    version: workspace?.version ?? '1.0.0',
    outline,
    notices: [...(differs ? [agentDiffers(context, session.agent, agent)] : []), ...coaching],
  });
}
