import type { Conversation, Thread } from '@agent-factory/protocol/conversations';

export type RunStatus = 'idle' | 'running' | 'asking' | 'interrupted' | 'in_terminal';

/**
 * What a conversation is doing. Its events tell, except that a run which ended with its daemon has no last one, and a
 * conversation that began in the terminal no hand-over.
 */
export function runStatus(thread: Thread, conversation: Conversation | undefined): RunStatus {
  if (thread.inTerminal || conversation?.status === 'in_terminal') return 'in_terminal';
  if (thread.runId === undefined) return conversation?.status === 'interrupted' ? 'interrupted' : 'idle';
  if (conversation?.status === 'interrupted') return 'interrupted';
  return thread.asked.length > 0 ? 'asking' : 'running';
}
