import { type Exercise, missingPrerequisites } from '@agent-factory/exercise-runtime';
import type { AgentId, StartResponse } from '@agent-factory/protocol';
import { missingPrerequisite } from '../../dependencies/steps.js';
import { findWorkspace } from '../../store/records/workspaces.js';
import { type PreparedWorkspace, prepareWorkspace } from '../../workspaces/prepare-workspace.js';
import { requireSystem } from '../../workspaces/require-system.js';
import { inSlot } from '../agent/slots.js';
import type { SessionContext } from '../context.js';
import { outlineOf } from '../outline.js';
import { answer, coachNotice, fromCache, signInNotice } from './answer.js';
import { launch } from './launch.js';
import { DEFAULT_SIZE, type Opening } from './opening.js';

/** Prepares the workspace and starts a session in it. */
export async function openExercise(
  context: SessionContext,
  { exerciseId, agent: wanted, size, signal, former }: Opening,
): Promise<StartResponse> {
  const { exercise, fresh } = await context.catalog.fetch(exerciseId);
  requireSystem(exercise.config.os, process.platform);
  const before = await findWorkspace(context.store, exerciseId);
  const agent = wanted ?? (await context.hooks.agentFor(exerciseId)) ?? before?.agent ?? context.config.agent;
  const cli = context.agents.get(agent);
  await context.missing.requiring(exerciseId, () => requirePrograms(context, exercise, agent));
  const { prepared, ticket } = await inSlot(context, { exerciseId, cli, isLeaving: former !== undefined }, async () => {
    const prepared = await prepareWorkspace(context, exercise, agent, { signal });
    return { prepared, ticket: await launch(context, prepared, size ?? DEFAULT_SIZE, former) };
  });
  const status = prepared.created ? 'created' : 'resumed';
  context.events.append({ exerciseId, type: 'session_started', data: { agent, status } });
  context.log.info(
    { exerciseId, agent, workspace: prepared.path },
    prepared.created ? 'Exercise started' : 'Exercise resumed',
  );
  return answer(context, {
    exerciseId,
    ticket,
    agent,
    status,
    version: exercise.config.version,
    outline: await outlineOf(context, exerciseId, exercise),
    update: former === undefined || isNewVersion(prepared.update) ? prepared.update : undefined,
    notices: [
      ...(fresh ? [] : [fromCache()]),
      ...signInNotice(context, cli),
      ...(await coachNotice(context, exerciseId, agent)),
    ],
  });
}

async function requirePrograms(context: SessionContext, exercise: Exercise, agent: AgentId): Promise<void> {
  await context.dependencies.require(agent);
  const [program] = await missingPrerequisites(exercise.config, context.environments.check);
  if (program !== undefined) throw missingPrerequisite(program);
}

/** What changes with the agent alone is the file of its instructions, which is no news. */
function isNewVersion(update: PreparedWorkspace['update']): boolean {
  return update !== undefined && update.from !== update.to;
}
