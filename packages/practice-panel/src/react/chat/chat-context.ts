import { createContext, type RefObject, useContext } from 'react';
import type { Chat } from '../../client/conversations/chat.js';
import type { ReadLesson } from './chat-props.js';

/** What everything in a conversation can use. It changes with the conversation, and when that goes elsewhere: thousands of messages read it. */
export interface ChatParts {
  readonly chat: Chat;
  /** What the agent is called. */
  readonly agentName: string;
  /** It goes on in the terminal for now. */
  readonly isInTerminal: boolean;
  /** The lesson before the student's eyes, for who wants to know it now: it changes while they scroll. */
  readonly read: Readonly<RefObject<ReadLesson | undefined>>;
}

export const ChatContext = createContext<ChatParts | undefined>(undefined);

export function useChat(): ChatParts {
  const parts = useContext(ChatContext);
  if (parts === undefined) throw new Error('A part of a chat was used outside of one.');
  return parts;
}
