import type { Conversation, TerminalConversation } from '@agent-factory/protocol/conversations';
import type { ClientError } from '../server/outcome.js';
import type { ConversationFeed } from './conversation-feed.js';
import type { ListedConversations } from './conversations.js';

/** What a student has asked for that takes a moment. */
export type ChatTask = 'none' | 'sending' | 'handing_over' | 'changing';

export interface ChatState {
  readonly list: 'loading' | 'ready' | 'failed';
  /** All conversations of the subject, the latest first. */
  readonly conversations: readonly Conversation[];
  /** What an agent and the student talk about in the exercise's terminal. */
  readonly terminal: TerminalConversation | undefined;
  /** The conversation that is open; undefined for one that begins with the next message. */
  readonly feed: ConversationFeed | undefined;
  readonly task: ChatTask;
  /** What could not be done, until something else is. */
  readonly problem: ClientError | undefined;
}

export type ChatAction =
  | { readonly type: 'list_asked' }
  | ({ readonly type: 'listed' } & ListedConversations)
  | { readonly type: 'list_failed'; readonly error: ClientError }
  | { readonly type: 'terminal_heard'; readonly terminal: TerminalConversation | undefined }
  | { readonly type: 'opened'; readonly feed: ConversationFeed | undefined }
  | { readonly type: 'conversation_changed'; readonly conversation: Conversation }
  | { readonly type: 'conversation_removed'; readonly id: string }
  | { readonly type: 'task_began'; readonly task: ChatTask }
  | { readonly type: 'task_ended'; readonly error?: ClientError }
  | { readonly type: 'problem_dismissed' };

export const INITIAL_CHAT: ChatState = {
  list: 'loading',
  conversations: [],
  terminal: undefined,
  feed: undefined,
  task: 'none',
  problem: undefined,
};

export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'list_asked':
      return { ...state, list: state.list === 'ready' ? 'ready' : 'loading', problem: undefined };
    case 'listed':
      return { ...state, list: 'ready', conversations: action.conversations, terminal: action.terminal };
    case 'list_failed':
      return { ...state, list: state.list === 'ready' ? 'ready' : 'failed', problem: action.error };
    case 'terminal_heard':
      return { ...state, terminal: action.terminal };
    case 'opened':
      return { ...state, feed: action.feed, problem: undefined };
    case 'conversation_changed':
      return { ...state, conversations: changed(state.conversations, action.conversation) };
    case 'conversation_removed':
      return { ...state, conversations: state.conversations.filter(({ id }) => id !== action.id) };
    case 'task_began':
      return { ...state, task: action.task, problem: undefined };
    case 'task_ended':
      return { ...state, task: 'none', problem: action.error };
    case 'problem_dismissed':
      return { ...state, problem: undefined };
  }
}

/** The conversation that is open, as last heard. */
export function openConversation({ conversations, feed }: ChatState): Conversation | undefined {
  return conversations.find(({ id }) => id === feed?.id);
}

/** What goes on in the terminal while something else is open here; undefined if nothing does. */
export function elsewhere({ terminal, feed }: ChatState): TerminalConversation | undefined {
  return terminal?.conversationId !== undefined && terminal.conversationId === feed?.id ? undefined : terminal;
}

/** In its place, or first where it is new. */
function changed(conversations: readonly Conversation[], changed: Conversation): readonly Conversation[] {
  const isKnown = conversations.some(({ id }) => id === changed.id);
  if (!isKnown) return [changed, ...conversations];
  return conversations.map((conversation) => (conversation.id === changed.id ? changed : conversation));
}
