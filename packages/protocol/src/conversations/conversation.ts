import * as z from 'zod';
import { boundedList } from '../bounded.js';
import { agentIdSchema, exerciseIdSchema } from '../ids.js';
import { MAX_CONTEXT_LENGTH, MAX_LISTED_CONVERSATIONS, MAX_MESSAGE_LENGTH } from './limits.js';

const word = z.string().max(200);
const title = z.string().trim().min(1).max(200);
const time = z.iso.datetime().max(40);
const count = z.number().min(0);

export const conversationIdSchema = z.uuid();

/** What a conversation is about: a page of the lesson site, or the work in an exercise's folder. */
export const conversationSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lesson'), path: z.string().min(1).max(500), title }),
  z.object({ kind: z.literal('exercise'), exerciseId: exerciseIdSchema }),
]);
export type ConversationSubject = z.infer<typeof conversationSubjectSchema>;

/** What the whole conversation has used, as far as the agent tells. */
export const usageSchema = z.object({
  inputTokens: count.optional(),
  cachedInputTokens: count.optional(),
  outputTokens: count.optional(),
  reasoningTokens: count.optional(),
  /** US dollars, at the list price, by the agent's own reckoning. */
  costUsd: count.optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/**
 * What an agent can do in a conversation. A page offers nothing else. Those that may be absent depend on the agent where
 * it is one that we know nothing of, and show only once it runs.
 */
export const chatAbilitiesSchema = z.object({
  /** Asks before it acts, in the conversation. */
  permissions: z.boolean().optional(),
  interrupt: z.boolean(),
  /** Goes on after its process has ended. */
  resume: z.boolean().optional(),
  /** The same conversation can go on in the terminal and come back. */
  handOver: z.boolean(),
  models: z.boolean().optional(),
  modes: z.boolean().optional(),
  cost: z.boolean().optional(),
});
export type ChatAbilities = z.infer<typeof chatAbilitiesSchema>;

export const conversationStatusSchema = z.enum([
  /** Waits for a message. */
  'idle',
  'running',
  /** A run waits for the student to answer a permission. */
  'asking',
  /** The daemon or the agent ended in the middle of a run. The next message goes on from there. */
  'interrupted',
  /** It goes on in the terminal for now. */
  'in_terminal',
]);

export const conversationSchema = z.object({
  id: conversationIdSchema,
  subject: conversationSubjectSchema,
  agent: agentIdSchema,
  agentName: word,
  title: z.string().max(200),
  status: conversationStatusSchema,
  createdAt: time,
  updatedAt: time,
  usage: usageSchema,
  abilities: chatAbilitiesSchema,
  /** What resumes it in a terminal of one's own; absent until the agent has named it. */
  resumeCommand: z.string().max(2000).optional(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const createConversationRequestSchema = z.object({
  subject: conversationSubjectSchema,
  /** By default the student's choice, as `GET /agents` has it. */
  agent: agentIdSchema.optional(),
  title: title.optional(),
  /** Takes up what the exercise's terminal talks about with its agent, and follows it there. */
  fromTerminal: z.boolean().optional(),
});
export type CreateConversationRequest = z.infer<typeof createConversationRequestSchema>;

/** What the student has before their eyes. The agent is told what it has not been told yet. */
export const messageContextSchema = z.object({
  /** The lesson's text, as plain text or Markdown. */
  lesson: z.object({ path: z.string().max(500), title, text: z.string().max(MAX_CONTEXT_LENGTH) }).optional(),
  /** The heading in view. */
  section: word.optional(),
  /** A passage they have selected. */
  selection: z.string().max(20_000).optional(),
});
export type MessageContext = z.infer<typeof messageContextSchema>;

export const sendMessageRequestSchema = z.object({
  text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH),
  context: messageContextSchema.optional(),
  /** The id of the event with which an earlier message of the student's began: this one takes its place. */
  replaces: z.number().int().min(1).optional(),
  model: word.optional(),
  mode: word.optional(),
});
export type SendMessageRequest = z.infer<typeof sendMessageRequestSchema>;

export const sendMessageResponseSchema = z.object({ runId: word });
export const answerPermissionRequestSchema = z.object({ optionId: word });
export const renameConversationRequestSchema = z.object({ title });
export const handOverRequestSchema = z.object({
  to: z.enum(['terminal', 'chat']),
  /** Ends an agent that is at work in the other form. Without it, such a hand-over is refused. */
  confirmed: z.boolean().optional(),
});
export const doneResponseSchema = z.object({ ok: z.literal(true) });

/** What an agent and the student talk about in the terminal of an exercise, while the agent runs there. */
export const terminalConversationSchema = z.object({
  agent: agentIdSchema,
  agentName: word,
  /** The conversation that follows it; absent if none does yet. `fromTerminal` begins one. */
  conversationId: conversationIdSchema.optional(),
});
export type TerminalConversation = z.infer<typeof terminalConversationSchema>;

export const conversationsResponseSchema = z.object({
  conversations: boundedList(conversationSchema, { max: MAX_LISTED_CONVERSATIONS }),
  /** There may be older ones: asked for with this as `?before=`. */
  next: conversationIdSchema.optional(),
  /** For one exercise. */
  terminal: terminalConversationSchema.optional(),
});
