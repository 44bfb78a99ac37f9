import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentCli, signedIn } from '@agent-factory/agent-cli';
import type { ConversationHost, ConversationTables, Folder } from '@agent-factory/conversations';
import type { AgentId, ExerciseId } from '@agent-factory/protocol';
import type { ConversationSubject } from '@agent-factory/protocol/conversations';
import { tildify } from '../home/paths.js';
import { readExerciseId } from '../http/request-body.js';
import type { SessionAccess } from '../sessions/session-access.js';
import { findWorkspace } from '../store/records/workspaces.js';
import { agentEnvironment } from '../system/child-environment.js';
import { workspacePath } from '../workspaces/prepare-workspace.js';
import { ChatWork } from './chat-work.js';
import { exerciseState } from './exercise-state.js';

/** No exercise can have this name: agents that talk about a lesson work in here. */
const LESSONS_FOLDER = '_lessons';

/** The daemon, as conversations see it. */
export function conversationHost(host: SessionAccess): ConversationHost {
  const work = new ChatWork(host);
  const environmentOf = (agent: AgentCli) => agentEnvironment(host.config.environment, agent);
  return {
    store: host.store.withTables<ConversationTables>(),
    agents: host.agents,
    environment: () => host.environments.session,
    environmentOf,
    requireAgent: (id) => host.dependencies.requireChat(id),
    isSignedIn: (agent) => signedIn(agent, { env: environmentOf(agent) }),
    requireSlot: (onTaken) => host.sessions.requireSlot(onTaken),
    choiceFor: (subject) => host.sessions.choiceFor(subject.kind === 'exercise' ? subject.exerciseId : undefined),
    openFolder: (subject, agent) => openFolder(host, subject, agent),
    folderOf: (subject) => folderOf(host, subject),
    shownFolder: (subject) => tildify(folderOf(host, subject), host.config.paths.home),
    exerciseState: (exerciseId) => exerciseState(host, exerciseId),
    terminal: {
      agentOf: (exerciseId) => host.sessions.agentOf(exerciseId),
      open: (exerciseId, agent, sessionId) => host.sessions.takeOver(exerciseId, { agent, sessionId }),
      interrupt: (exerciseId, agent) => interrupt(host, exerciseId, agent),
      leaveAgent: async (exerciseId) => (await host.sessions.agentOf(exerciseId))?.execution.end(),
    },
    onAgentEvent: (conversation, event) => work.handle(conversation, event),
    logFailure: (error, what) => host.log.error({ err: error }, what),
  };
}

async function interrupt({ sessions }: SessionAccess, exerciseId: ExerciseId, agent: AgentId): Promise<void> {
  const there = await sessions.agentOf(exerciseId);
  if (there?.isRunning === true && there.agent === agent) await there.execution.interrupt();
}

async function openFolder(host: SessionAccess, subject: ConversationSubject, agent: string): Promise<Folder> {
  if (subject.kind === 'exercise') return exerciseFolder(host, subject.exerciseId, agent);
  const path = folderOf(host, subject);
  await mkdir(path, { recursive: true });
  return { path, createdAt: new Date(0) };
}

/** A lesson's is named after its path, in letters that need no quotes in any shell. */
function folderOf(host: SessionAccess, subject: ConversationSubject): string {
  if (subject.kind === 'exercise') return workspaceOf(host, subject.exerciseId);
  const name = subject.path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return join(host.config.paths.workspaces, LESSONS_FOLDER, name.slice(-100) || 'lesson');
}

/** Throws `not_an_exercise` for a folder of the student: nothing would hold back an agent that is no coach. */
function workspaceOf(host: SessionAccess, exerciseId: ExerciseId): string {
  return workspacePath(host, readExerciseId(exerciseId));
}

/** A workspace that is there is left as it is: an update belongs to the start of a session. */
async function exerciseFolder(host: SessionAccess, exerciseId: ExerciseId, agent: string): Promise<Folder> {
  const known = await findWorkspace(host.store, exerciseId);
  if (known !== undefined && known.agent === agent)
    return { path: workspaceOf(host, exerciseId), createdAt: new Date(known.createdAt) };
  const { path, record } = await host.sessions.prepare(exerciseId, agent);
  return { path, createdAt: new Date(record.createdAt) };
}
