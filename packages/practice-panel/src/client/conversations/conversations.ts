import {
  CONVERSATION_ROUTES,
  type Conversation,
  type ConversationSubject,
  type CreateConversationRequest,
  type SendMessageRequest,
  type TerminalConversation,
} from '@agent-factory/protocol/conversations';
import type { RestOutcome } from '../server/outcome.js';
import { LIST_TIMEOUT_MS } from '../server/rest.js';
import type { PracticeServer } from '../server/server.js';
import { conversationRoute } from './routes.js';

export type ExportFormat = 'markdown' | 'json';

export interface ListedConversations {
  readonly conversations: readonly Conversation[];
  /** What an agent and the student talk about in the exercise's terminal by now. */
  readonly terminal?: TerminalConversation | undefined;
}

/** The routes of conversations as functions. None of them throws. */
export class Conversations {
  readonly #server: PracticeServer;

  constructor(server: PracticeServer) {
    this.#server = server;
  }

  /** All those about one subject, the latest first, and what its terminal talks about. */
  async list(subject: ConversationSubject): Promise<RestOutcome<ListedConversations>> {
    // What is talked about meanwhile moves to the front, and may be listed twice.
    const conversations = new Map<string, Conversation>();
    let terminal: TerminalConversation | undefined;
    let before: string | undefined;
    do {
      const outcome = await this.#listed(subject, before);
      if (!outcome.ok) return outcome;
      for (const conversation of outcome.value.conversations) conversations.set(conversation.id, conversation);
      terminal ??= outcome.value.terminal;
      before = outcome.value.next;
    } while (before !== undefined);
    return { ok: true, value: { conversations: [...conversations.values()], terminal } };
  }

  /** As many as the server lists at once. */
  #listed(subject: ConversationSubject, before: string | undefined) {
    const { list } = CONVERSATION_ROUTES;
    const query = queryOf(subject);
    if (before !== undefined) query.set('before', before);
    const route = { ...list, path: `${list.path}?${query}` };
    return this.#server.ask((rest) => rest.call({ route, timeoutMs: LIST_TIMEOUT_MS }));
  }

  create(body: CreateConversationRequest): Promise<RestOutcome<Conversation>> {
    return this.#server.ask((rest) => rest.call({ route: CONVERSATION_ROUTES.create, body }));
  }

  get(id: string): Promise<RestOutcome<Conversation>> {
    const route = conversationRoute(CONVERSATION_ROUTES.get, id);
    return this.#server.ask((rest) => rest.call({ route, timeoutMs: LIST_TIMEOUT_MS }));
  }

  send(id: string, body: SendMessageRequest): Promise<RestOutcome<{ runId: string }>> {
    const route = conversationRoute(CONVERSATION_ROUTES.send, id);
    return this.#server.ask((rest) => rest.call({ route, body }));
  }

  interrupt(id: string): Promise<RestOutcome<unknown>> {
    const route = conversationRoute(CONVERSATION_ROUTES.interrupt, id);
    return this.#server.ask((rest) => rest.call({ route, body: {} }));
  }

  answerPermission(id: string, permissionId: string, optionId: string): Promise<RestOutcome<unknown>> {
    const route = conversationRoute(CONVERSATION_ROUTES.answerPermission, id, permissionId);
    return this.#server.ask((rest) => rest.call({ route, body: { optionId } }));
  }

  rename(id: string, title: string): Promise<RestOutcome<Conversation>> {
    const route = conversationRoute(CONVERSATION_ROUTES.rename, id);
    return this.#server.ask((rest) => rest.call({ route, body: { title } }));
  }

  /** `confirmed` ends an agent that is at work in the other form. */
  handOver(id: string, to: 'terminal' | 'chat', confirmed: boolean): Promise<RestOutcome<Conversation>> {
    const route = conversationRoute(CONVERSATION_ROUTES.handOver, id);
    return this.#server.ask((rest) => rest.call({ route, body: { to, ...(confirmed && { confirmed }) } }));
  }

  remove(id: string): Promise<RestOutcome<unknown>> {
    const route = conversationRoute(CONVERSATION_ROUTES.delete, id);
    return this.#server.ask((rest) => rest.call({ route, body: {} }));
  }

  /** The whole conversation as a file to keep. */
  async export(id: string, format: ExportFormat): Promise<RestOutcome<Blob>> {
    const route = conversationRoute(CONVERSATION_ROUTES.export, id);
    const path = `${route.path}?format=${format}`;
    return this.#server.ask(async (rest) => {
      const response = await rest.stream({ route: { ...route, path } }, '*/*');
      return response.ok ? { ok: true, value: await response.value.blob() } : response;
    });
  }
}

function queryOf(subject: ConversationSubject): URLSearchParams {
  return new URLSearchParams(subject.kind === 'lesson' ? { lesson: subject.path } : { exerciseId: subject.exerciseId });
}
