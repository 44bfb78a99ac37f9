export { type AgentChoice, type AgentState, agentChoiceSchema, agentStateSchema } from './agent-state.js';
export {
  answerPermissionRequestSchema,
  type ChatAbilities,
  type Conversation,
  type ConversationSubject,
  type CreateConversationRequest,
  chatAbilitiesSchema,
  conversationIdSchema,
  conversationSchema,
  conversationStatusSchema,
  conversationSubjectSchema,
  conversationsResponseSchema,
  createConversationRequestSchema,
  doneResponseSchema,
  handOverRequestSchema,
  type MessageContext,
  messageContextSchema,
  renameConversationRequestSchema,
  type SendMessageRequest,
  sendMessageRequestSchema,
  sendMessageResponseSchema,
  type TerminalConversation,
  terminalConversationSchema,
  type Usage,
  usageSchema,
} from './conversation.js';
export type {
  FileEdit,
  HandOver,
  Notice as ConversationNotice,
  PermissionAnswered,
  PermissionAsked,
  PermissionKind,
  PermissionOption,
  Rewound,
  ToolCallDetail,
  ToolKind,
} from './custom.js';
export {
  type ConversationEvent,
  type EventName,
  type LoggedEvent,
  loggedEventSchema,
  type TokenUsage,
} from './event.js';
export {
  DEFAULT_MAX_SESSIONS,
  MAX_CONTEXT_LENGTH,
  MAX_LISTED_CONVERSATIONS,
  MAX_MESSAGE_BYTES,
  MAX_MESSAGE_LENGTH,
} from './limits.js';
export { factsOf, METADATA_KEY, type MessageFacts, type RunFacts } from './message-facts.js';
export { CAUGHT_UP, CONVERSATION_ROUTES } from './routes.js';
export { EMPTY_THREAD, type RunEnd, type Thread, type ThreadItem, type ToolItem } from './thread.js';
export { ThreadBuilder } from './thread-builder.js';
