import type { StartResponse } from '@agent-factory/protocol';
import { findWorkspace } from '../../store/records/workspaces.js';
import { prepareFolder } from '../../workspaces/prepare-folder.js';
import { inSlot } from '../agent/slots.js';
import type { SessionContext } from '../context.js';
import { outlineOf } from '../outline.js';
import { answer, coachNotice, signInNotice } from './answer.js';
import { launch } from './launch.js';
import { DEFAULT_SIZE, type Opening } from './opening.js';

/** Starts a session in a folder of the student: nothing is fetched, and nothing is written into the folder. */
export async function openFolder(
  context: SessionContext,
  { exerciseId, agent: wanted, size, former }: Opening,
): Promise<StartResponse> {
  await context.folders.requireThere(exerciseId);
  const before = await findWorkspace(context.store, exerciseId);
  const agent = wanted ?? (await context.hooks.agentFor(exerciseId)) ?? before?.agent ?? context.config.agent;
  const cli = context.agents.get(agent);
  await context.missing.requiring(exerciseId, () => context.dependencies.require(agent));
  const { prepared, ticket } = await inSlot(context, { exerciseId, cli, isLeaving: former !== undefined }, async () => {
    const prepared = await prepareFolder(context, exerciseId, agent);
    return { prepared, ticket: await launch(context, prepared, size ?? DEFAULT_SIZE, former) };
  });
  const status = prepared.created ? 'created' : 'resumed';
  context.events.append({ exerciseId, type: 'session_started', data: { agent, status } });
  context.log.info({ projectId: exerciseId, agent, folder: prepared.path }, 'Project opened');
  return answer(context, {
    exerciseId,
    ticket,
    agent,
    status,
    version: prepared.record.version,
    outline: await outlineOf(context, exerciseId, undefined),
    notices: [
      ...(context.keys.signsIn(exerciseId, cli) ? [] : signInNotice(context, cli)),
      ...(await coachNotice(context, exerciseId, agent)),
    ],
  });
}
