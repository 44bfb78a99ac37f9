import { stat } from 'node:fs/promises';
import { type AgentCli, EventWriter, followConversation, readLog } from '@agent-factory/agent-cli';
import type { ExerciseId } from '@agent-factory/protocol';
import { workspacePath } from '../../workspaces/prepare-workspace.js';
import type { SessionContext } from '../context.js';
import type { EventSource } from './terminal-execution.js';

interface Conversation {
  readonly exerciseId: ExerciseId;
  /** What it was started with; some CLIs choose another id. */
  readonly id: string;
  readonly since: Date;
}

/** What a CLI writes into its own log from now on, as events; undefined if it keeps none that can be read. */
export async function logSource(
  context: SessionContext,
  cli: AgentCli,
  conversation: Conversation,
): Promise<EventSource | undefined> {
  const { log } = cli;
  if (log === undefined) return undefined;
  const env = context.environments.session;
  const workspace = workspacePath(context, conversation.exerciseId);
  const place = { workspace, env, since: conversation.since };
  const findPath = async () => {
    const conversationId = await cli.findConversation({ ...place, conversationId: conversation.id });
    return conversationId === undefined ? undefined : log.path({ ...place, conversationId });
  };
  const now = await sizeOf(await findPath());
  return (emit, signal) => {
    const writer = new EventWriter({ threadId: conversation.id, source: cli.name, cwd: workspace, emit });
    const reader = log.reader(writer);
    const follow = async () => {
      let from = now;
      const onPosition = (position: number) => {
        from = position;
      };
      await followConversation({ findPath, from, reader, signal, onPosition });
      const path = await findPath();
      if (path !== undefined) await readLog({ path, from, reader });
      writer.endRun({ kind: 'cancelled' });
    };
    follow().catch((error) => context.log.warn({ err: error }, 'The log of an agent could not be followed'));
  };
}

/** In bytes; 0 for a log that is not there. */
async function sizeOf(path: string | undefined): Promise<number> {
  if (path === undefined) return 0;
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
