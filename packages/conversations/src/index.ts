export { Conversations, type Read } from './conversations.js';
export type { ConversationHost, Folder, TerminalAgent, TerminalHost } from './host.js';
export type { ConversationTables } from './store/tables.js';
