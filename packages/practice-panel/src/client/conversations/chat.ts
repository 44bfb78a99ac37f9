import type {
  Conversation,
  ConversationSubject,
  CreateConversationRequest,
  SendMessageRequest,
} from '@agent-factory/protocol/conversations';
import type { ClientError, RestOutcome } from '../server/outcome.js';
import type { PracticeServer } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { ChatMemory } from './chat-memory.js';
import {
  type ChatAction,
  type ChatState,
  type ChatTask,
  INITIAL_CHAT,
  openConversation,
  reduceChat,
} from './chat-state.js';
import { ConversationFeed } from './conversation-feed.js';
import { Conversations, type ExportFormat, type ListedConversations } from './conversations.js';

/** Whoever changes something with every answer is shown the last one. */
const MOST_LISTS = 3;

type ConversationAction = Extract<ChatAction, { type: `conversation_${string}` }>;

/** The conversations about one subject, of which one is open, and what a student does with them. */
export class Chat {
  readonly subject: ConversationSubject;
  readonly memory: ChatMemory;
  readonly #server: PracticeServer;
  readonly #conversations: Conversations;
  readonly #store = createStore(reduceChat, INITIAL_CHAT);
  readonly #feeds = new Map<string, ConversationFeed>();
  #lastWish = 0;
  /** How often a conversation was changed here. */
  #changes = 0;

  constructor(subject: ConversationSubject, server: PracticeServer) {
    this.subject = subject;
    this.memory = new ChatMemory(subject);
    this.#server = server;
    this.#conversations = new Conversations(server);
  }

  getSnapshot = (): ChatState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Fetches the list and, the first time, opens the conversation that was open last. */
  async load(): Promise<void> {
    const isFirst = this.getSnapshot().list !== 'ready';
    this.#store.dispatch({ type: 'list_asked' });
    const outcome = await this.#list();
    if (!outcome.ok) return this.#store.dispatch({ type: 'list_failed', error: outcome.error });
    const { conversations, terminal } = outcome.value;
    this.#store.dispatch({ type: 'listed', conversations, terminal });
    if (isFirst && this.getSnapshot().feed === undefined) this.#openRemembered(conversations);
  }

  /**
   * Learns anew what the terminal talks about, and says nothing where that cannot be learnt. Of the list that comes with
   * the answer, this page may know better by then.
   */
  async lookAtTerminal(): Promise<void> {
    const outcome = await this.#conversations.list(this.subject);
    if (outcome.ok) this.#store.dispatch({ type: 'terminal_heard', terminal: outcome.value.terminal });
  }

  open(id: string): void {
    this.memory.openId = id;
    this.#store.dispatch({ type: 'opened', feed: this.#feed(id) });
  }

  /** The next message begins a new conversation; the ones there are stay. */
  openNew(): void {
    this.memory.openId = undefined;
    this.#store.dispatch({ type: 'opened', feed: undefined });
  }

  /** Whether a wish that came from outside is new: each is granted once, however often its page is drawn. */
  takesWish(number: number): boolean {
    if (number <= this.#lastWish) return false;
    this.#lastWish = number;
    return true;
  }

  /** Sends a message, in a new conversation if none is open. False if it could not be sent. */
  send(message: SendMessageRequest, beginning: Partial<CreateConversationRequest> = {}): Promise<boolean> {
    return this.#work('sending', async () => {
      const opened = await this.#openOrCreate(beginning);
      if (!opened.ok) return opened;
      const outcome = await this.#conversations.send(opened.value.id, message);
      if (outcome.ok) this.#noteRunning();
      return outcome;
    });
  }

  /** Stops the run. Its end arrives as an event. */
  interrupt(): Promise<boolean> {
    return this.#withOpen((id) => this.#conversations.interrupt(id));
  }

  /** Answers a question of the agent's. The outcome is for whoever shows the question. */
  answer(permissionId: string, optionId: string): Promise<RestOutcome<unknown>> {
    return this.#conversations.answerPermission(this.getSnapshot().feed?.id ?? '', permissionId, optionId);
  }

  /** Lets the open conversation go on in the other form. An agent that is at work there is only ended if `confirmed`. */
  handOver(to: 'terminal' | 'chat', confirmed = false): Promise<RestOutcome<Conversation> | undefined> {
    const id = this.getSnapshot().feed?.id;
    if (id === undefined) return Promise.resolve(undefined);
    return this.#takeOver(() => this.#conversations.handOver(id, to, confirmed));
  }

  /** Shows what the agent and the student do in the exercise's terminal, as it happens there. */
  followTerminal(): Promise<RestOutcome<Conversation>> {
    return this.#takeOver(async () => {
      const outcome = await this.#adopt();
      if (outcome.ok) this.open(outcome.value.id);
      // From now on it is known which conversation that is.
      if (outcome.ok) void this.load();
      return outcome;
    });
  }

  /** Goes on here with what the exercise's terminal talks about, or talked about before its session ended. */
  async takeFromTerminal(confirmed = false): Promise<RestOutcome<Conversation>> {
    await this.load();
    return this.#takeOver(async () => {
      const found = await this.#inTerminal();
      if (!found.ok) return found;
      this.open(found.value.id);
      return this.#conversations.handOver(found.value.id, 'chat', confirmed);
    });
  }

  async #inTerminal(): Promise<RestOutcome<Conversation>> {
    const outcome = await this.#adopt();
    const away = this.getSnapshot().conversations.find(({ status }) => status === 'in_terminal');
    const isNothing = !outcome.ok && outcome.error.error === 'agent_unsupported';
    return isNothing && away ? { ok: true, value: away } : outcome;
  }

  rename(id: string, title: string): Promise<boolean> {
    return this.#work('changing', () => this.#keep(this.#conversations.rename(id, title)));
  }

  remove(id: string): Promise<boolean> {
    return this.#work('changing', async () => {
      const outcome = await this.#conversations.remove(id);
      if (!outcome.ok) return outcome;
      this.#feeds.delete(id);
      this.#change({ type: 'conversation_removed', id });
      if (this.getSnapshot().feed?.id === id) this.openNew();
      return outcome;
    });
  }

  export(id: string, format: ExportFormat): Promise<RestOutcome<Blob>> {
    return this.#conversations.export(id, format);
  }

  /** Learns anew how the open conversation stands: its status, its title, its command. */
  async refresh(): Promise<void> {
    const id = this.getSnapshot().feed?.id;
    if (id !== undefined) await this.#keep(this.#conversations.get(id));
  }

  dismissProblem(): void {
    this.#store.dispatch({ type: 'problem_dismissed' });
  }

  /** The conversation that the terminal has with its agent, which so far only the agent knows. */
  #adopt(): Promise<RestOutcome<Conversation>> {
    return this.#keep(this.#conversations.create({ subject: this.subject, fromTerminal: true }));
  }

  async #openOrCreate(beginning: Partial<CreateConversationRequest>): Promise<RestOutcome<{ id: string }>> {
    const { feed } = this.getSnapshot();
    if (feed !== undefined) return { ok: true, value: feed };
    const outcome = await this.#keep(this.#conversations.create({ subject: this.subject, ...beginning }));
    if (outcome.ok) this.open(outcome.value.id);
    return outcome;
  }

  /** Until the status is asked for again: what was interrupted before no longer is. */
  #noteRunning(): void {
    const conversation = openConversation(this.getSnapshot());
    if (conversation === undefined) return;
    this.#change({ type: 'conversation_changed', conversation: { ...conversation, status: 'running' } });
  }

  /** What is changed here while the list is on its way, the list may not have: then it is asked for again. */
  async #list(): Promise<RestOutcome<ListedConversations>> {
    for (let tries = 1; ; tries += 1) {
      const before = this.#changes;
      const outcome = await this.#conversations.list(this.subject);
      if (!outcome.ok || before === this.#changes || tries === MOST_LISTS) return outcome;
    }
  }

  #change(action: ConversationAction): void {
    this.#changes += 1;
    this.#store.dispatch(action);
  }

  #openRemembered(conversations: readonly Conversation[]): void {
    const { openId } = this.memory;
    if (openId === '') return;
    const wanted = conversations.find(({ id }) => id === openId) ?? conversations[0];
    if (wanted !== undefined) this.open(wanted.id);
  }

  #feed(id: string): ConversationFeed {
    const feed = this.#feeds.get(id) ?? new ConversationFeed(id, this.#server);
    this.#feeds.set(id, feed);
    return feed;
  }

  async #keep(request: Promise<RestOutcome<Conversation>>): Promise<RestOutcome<Conversation>> {
    const outcome = await request;
    if (outcome.ok) this.#change({ type: 'conversation_changed', conversation: outcome.value });
    return outcome;
  }

  async #takeOver(request: () => Promise<RestOutcome<Conversation>>): Promise<RestOutcome<Conversation>> {
    this.#store.dispatch({ type: 'task_began', task: 'handing_over' });
    const outcome = await this.#keep(request());
    // A busy agent is a question to the student, not a failure.
    this.#end(outcome.ok || isAgentBusy(outcome.error) ? undefined : outcome.error);
    return outcome;
  }

  #withOpen(request: (id: string) => Promise<RestOutcome<unknown>>): Promise<boolean> {
    const id = this.getSnapshot().feed?.id;
    return id === undefined ? Promise.resolve(false) : this.#work('none', () => request(id));
  }

  async #work(task: ChatTask, request: () => Promise<RestOutcome<unknown>>): Promise<boolean> {
    this.#store.dispatch({ type: 'task_began', task });
    const outcome = await request();
    this.#end(outcome.ok ? undefined : outcome.error);
    return outcome.ok;
  }

  #end(error: ClientError | undefined): void {
    this.#store.dispatch({ type: 'task_ended', ...(error && { error }) });
  }
}

/** Whether the agent is at work in the other form, which the student may end. */
export function isAgentBusy({ error }: ClientError): boolean {
  return error === 'agent_busy';
}
