import type { AgentCli } from '@agent-factory/agent-cli';
import { type AgentId, type ExerciseId, PracticeError, type StartResponse, sessionIdOf } from '@agent-factory/protocol';
import type { SessionRecord } from '../../store/records/sessions.js';
import { findWorkspace, saveWorkspace } from '../../store/records/workspaces.js';
import type { SessionContext } from '../context.js';
import { settleSession } from '../ending/settle.js';
import type { StartOptions } from '../starting/opening.js';
import { openSession, startExercise } from '../starting/start.js';

export interface SwitchOptions extends StartOptions {
  readonly agent: AgentId;
  /** The student has agreed that what runs in the terminal ends. */
  readonly confirmed?: boolean | undefined;
}

/**
 * Ends the session of an exercise, with everything in it, and opens one with another agent in the same workspace. Files
 * and conversations stay; an agent that was here before resumes its own. If the other cannot start, nothing ends. With
 * the agent that is there already, or without a session, it is a start: whoever asks twice gets one session.
 */
export async function switchAgent(context: SessionContext, options: SwitchOptions): Promise<StartResponse> {
  const { exerciseId, agent, confirmed } = options;
  const wanted = context.agents.get(agent);
  if (!wanted.terminal) throw onlyInChat(wanted);
  const running = await settleSession(context, sessionIdOf(exerciseId));
  if (running === undefined || running.agent === agent) return startExercise(context, options);
  if (confirmed !== true) throw atWork(context, running, wanted);
  try {
    return await openSession(context, { ...options, former: 'switched' });
  } catch (error) {
    await keepAgent(context, exerciseId, running.agent);
    throw error;
  }
}

/** The workspace was prepared for the other one already. */
async function keepAgent({ store, log }: SessionContext, exerciseId: ExerciseId, agent: AgentId): Promise<void> {
  try {
    const record = await findWorkspace(store, exerciseId);
    if (record !== undefined) await saveWorkspace(store, { ...record, agent });
  } catch (error) {
    // Why the switch failed is what the student has to know.
    log.error({ err: error, exerciseId }, 'The agent of a workspace could not be kept');
  }
}

function atWork({ agents, watch }: SessionContext, { exerciseId, agent }: SessionRecord, wanted: AgentCli) {
  const cli = agents.find(agent);
  const isShell = cli?.command === undefined || watch.exitOf(sessionIdOf(exerciseId)) !== undefined;
  const what = isShell ? 'Your shell' : cli.name;
  const message = `${what} is running in the terminal. Switching to ${wanted.name} ends it, and every program started there. Your files and the conversation stay.`;
  return new PracticeError('agent_busy', message, { running: `${what} in the terminal of ${exerciseId}` });
}

function onlyInChat({ name }: AgentCli): PracticeError {
  const message = `${name} runs only as a chat. Choose another agent for the terminal, or open the Chat tab.`;
  return new PracticeError('agent_unsupported', message, { ability: 'terminal' });
}
