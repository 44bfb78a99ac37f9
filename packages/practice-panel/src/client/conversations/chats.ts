import type { ConversationSubject } from '@agent-factory/protocol/conversations';
import type { PracticeServer } from '../server/server.js';
import { keptPer } from '../store/kept-per.js';
import { Chat } from './chat.js';
import { subjectKey } from './chat-memory.js';

const kept = keptPer<PracticeServer, Chat>();

/** The one chat of a subject on this page. Kept apart from the client, so that a page without a chat loads none of it. */
export function chatOf(server: PracticeServer, subject: ConversationSubject): Chat {
  return kept(server, subjectKey(subject), () => new Chat(subject, server));
}
