import type { ConversationSubject } from '@agent-factory/protocol/conversations';
import type { PracticeServer } from '../server/server.js';
import { Chat } from './chat.js';
import { subjectKey } from './chat-memory.js';

const known = new WeakMap<PracticeServer, Map<string, Chat>>();

/** The one chat of a subject on this page. Kept apart from the client, so that a page without a chat loads none of it. */
export function chatOf(server: PracticeServer, subject: ConversationSubject): Chat {
  const chats = known.get(server) ?? new Map<string, Chat>();
  known.set(server, chats);
  const key = subjectKey(subject);
  const chat = chats.get(key) ?? new Chat(subject, server);
  chats.set(key, chat);
  return chat;
}
