import { randomUUID } from 'node:crypto';
import type { PracticeError } from '@agent-factory/protocol';
import {
  type ConversationEvent,
  factsOf,
  type RunFacts,
  type SendMessageRequest,
} from '@agent-factory/protocol/conversations';
import type { ConversationHost } from '../host.js';
import type { EventLog } from '../store/event-log.js';
import type { ConversationRecord, ConversationRecords } from '../store/records.js';
import { promptOf } from '../subject/prompt.js';
import { titleOf } from '../subject/title.js';
import { threadToRecap } from '../thread/markdown.js';
import { readThread } from '../thread/read-thread.js';
import { LiveAgent, type ReadyAgent } from './live-agent.js';
import { Recorder } from './recorder.js';
import { busy, lapsed, notReplaceable } from './refusals.js';
import type { SlotQueue } from './slot-queue.js';
import { addUsage } from './usage.js';

export interface LiveOptions {
  readonly host: ConversationHost;
  readonly records: ConversationRecords;
  readonly log: EventLog;
  readonly slots: SlotQueue;
  /** There are new events. */
  onStored(conversationId: string): void;
}

/** How long an agent may take to stop, in milliseconds: who presses Stop twice at once means it once. */
const PATIENCE_MS = 1000;

type RunEnd = Extract<ConversationEvent, { type: 'RUN_FINISHED' | 'RUN_ERROR' }>;

/** One conversation with its agent, which runs only while it is talked to. */
export class LiveConversation {
  readonly #options: LiveOptions;
  readonly #recorder: Recorder;
  #record: ConversationRecord;
  readonly #agent: LiveAgent;
  /** Why nothing begins any more: it was deleted, or the daemon closes. */
  #over: PracticeError | undefined;
  /** A message is on its way to the agent. */
  #isSending = false;
  /** The id of the first event of the run. */
  #runFrom = 0;
  #asked = 0;
  /** When the run was first told to stop. */
  #interruptedAt = Number.POSITIVE_INFINITY;
  #turn: Promise<unknown> = Promise.resolve();

  static async load(record: ConversationRecord, options: LiveOptions): Promise<LiveConversation> {
    return new LiveConversation(record, options, await options.log.lastId(record.id));
  }

  private constructor(record: ConversationRecord, options: LiveOptions, lastId: number) {
    this.#record = record;
    this.#options = options;
    this.#recorder = new Recorder({
      conversationId: record.id,
      log: options.log,
      lastId,
      onStored: () => options.onStored(record.id),
      onFailure: (error) => this.#handleStoreFailure(error),
    });
    this.#agent = new LiveAgent({
      host: options.host,
      slots: options.slots,
      record: () => this.#record,
      onEvent: (event) => this.#handle(event),
      onIdle: () => void this.inTurn(() => this.#leaveIdle()),
    });
  }

  get record(): ConversationRecord {
    return this.#record;
  }

  /** The id of its last event; 0 if there is none. */
  get lastEventId(): number {
    return this.#recorder.lastId;
  }

  /** Whether its agent runs, or is being started. */
  get hasAgent(): boolean {
    return this.#agent.isThere;
  }

  get isRunning(): boolean {
    return this.#agent.execution?.isRunning === true;
  }

  /** Whether it has an agent that nobody needs just now. */
  get isIdle(): boolean {
    return this.hasAgent && !this.isRunning && !this.#isSending;
  }

  /** Whether the run waits for the student. */
  get isAsking(): boolean {
    return this.isRunning && this.#asked > 0;
  }

  /** Whatever changes the conversation waits here for what came before. */
  inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(action);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Throws `conversation_busy` while a run goes on, and whatever keeps the agent from starting. */
  send(request: SendMessageRequest): Promise<{ runId: string }> {
    return this.inTurn(async () => {
      this.#requireIdle();
      this.#isSending = true;
      try {
        return await this.#send(request);
      } finally {
        this.#isSending = false;
        // Also where nothing was sent in the end: it waits for the next message.
        if (!this.isRunning) this.#agent.rest();
      }
    });
  }

  async #send(request: SendMessageRequest): Promise<{ runId: string }> {
    const { text, context, replaces } = request;
    if (replaces !== undefined) await this.#requireQuestion(replaces);
    const agent = await this.#readyAgent();
    const { execution } = agent;
    if (request.model !== undefined || request.mode !== undefined) await execution.choose(request);
    const recap = agent.remembers ? undefined : await this.#recap();
    const exerciseState = await this.#exerciseState();
    const isReplacement = replaces !== undefined;
    const prompt = promptOf({ record: this.#record, text, context, exerciseState, recap, isReplacement });
    if (isReplacement) this.#rewind(replaces);
    this.#runFrom = this.#recorder.lastId + 1;
    const title = this.#record.title === '' ? { title: titleOf(text) } : {};
    await this.change({ status: 'running', told: prompt.told, ...title });
    const runId = randomUUID();
    execution.send({ runId, messageId: randomUUID(), text, prompt: prompt.text, facts: prompt.facts });
    await this.#recorder.stored();
    return { runId };
  }

  /** Throws `permission_not_found`. */
  answer(permissionId: string, optionId: string): void {
    const { execution } = this.#agent;
    if (execution === undefined) throw lapsed();
    execution.answer(permissionId, optionId);
  }

  /** Stops the run. An agent that has been told so, and goes on all the same, is ended when it is told again. */
  async interrupt(): Promise<void> {
    if (!this.isRunning) return;
    const isStubborn = performance.now() - this.#interruptedAt > PATIENCE_MS;
    if (isStubborn) return this.#agent.end();
    this.#interruptedAt = Math.min(this.#interruptedAt, performance.now());
    await this.#agent.execution?.interrupt();
  }

  /** Ends the agent, also while it starts; what it was doing is cancelled. The conversation can go on. */
  async end(): Promise<void> {
    await this.#agent.end();
    await this.#recorder.stored();
  }

  /** Ends it for good: whatever waits for its turn fails with this. */
  async leave(why: PracticeError): Promise<void> {
    this.#over = why;
    await this.end();
  }

  /** Stores events that are not its own agent's. */
  async note(...events: readonly ConversationEvent[]): Promise<void> {
    if (this.#over !== undefined) return;
    for (const event of events) this.#recorder.record(event);
    await this.#recorder.stored();
  }

  async change(change: Partial<Omit<ConversationRecord, 'id'>>): Promise<void> {
    const full = { updatedAt: new Date().toISOString(), ...change };
    this.#record = { ...this.#record, ...full };
    await this.#options.records.update(this.#record.id, full);
  }

  #requireIdle(): void {
    if (this.#over !== undefined) throw this.#over;
    if (this.#record.place === 'terminal')
      throw busy('This conversation goes on in the terminal. Continue it in the chat first.');
    if (this.isRunning) throw busy('The agent has not answered your last message yet. Wait for it, or stop it.');
  }

  async #exerciseState(): Promise<string | undefined> {
    const { subject } = this.#record;
    return subject.kind === 'exercise' ? this.#options.host.exerciseState(subject.exerciseId) : undefined;
  }

  /** Takes back a message and what followed it. */
  #rewind(messageEventId: number): void {
    const toEventId = Math.min(messageEventId - 1, this.#recorder.lastId);
    this.#recorder.record({ type: 'CUSTOM', name: 'rewound', value: { toEventId, forgotten: false } });
  }

  async #readyAgent(): Promise<ReadyAgent> {
    const hadAgent = this.hasAgent;
    const agent = await this.#agent.ready().catch((error) => {
      throw this.#over ?? error;
    });
    if (!hadAgent) await this.#noteSession(agent);
    if (!agent.remembers) this.#tellOfLoss();
    return agent;
  }

  async #noteSession({ execution: { sessionId }, remembers }: ReadyAgent): Promise<void> {
    const began = !remembers || this.#record.sessionId === undefined;
    const cost = began ? { costBeforeSession: this.#record.usage.costUsd ?? 0 } : {};
    await this.change({ ...cost, ...(sessionId !== undefined && { sessionId }) });
  }

  #tellOfLoss(): void {
    const { name } = this.#options.host.agents.get(this.#record.agent);
    const message = `${name} could not take up the conversation where it was, and has been told what was said before.`;
    const value = { level: 'warning', code: 'memory_lost', message } as const;
    this.#recorder.record({ type: 'CUSTOM', name: 'notice', value });
  }

  async #recap(): Promise<string> {
    return threadToRecap(await readThread(this.#options.log, this.#record.id));
  }

  async #requireQuestion(eventId: number): Promise<void> {
    const { items } = await readThread(this.#options.log, this.#record.id);
    if (items.some((item) => item.kind === 'question' && item.eventId === eventId)) return;
    throw notReplaceable();
  }

  #handle(event: ConversationEvent): void {
    this.#recorder.record(event);
    if (event.type === 'CUSTOM' && event.name === 'permission_asked') this.#asked += 1;
    if (event.type === 'CUSTOM' && event.name === 'permission_answered') this.#asked -= 1;
    if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') void this.#handleRunEnd(event);
  }

  async #handleRunEnd(event: RunEnd): Promise<void> {
    this.#asked = 0;
    this.#interruptedAt = Number.POSITIVE_INFINITY;
    const from = this.#runFrom;
    const to = this.#recorder.lastId;
    const usage = addUsage(this.#record.usage, factsOf<RunFacts>(event.metadata).usage);
    const sessionId = this.#agent.execution?.sessionId ?? this.#record.sessionId;
    // Nobody knows how much of its question a failed one has read.
    const told = event.type === 'RUN_ERROR' ? { told: {} } : {};
    this.#agent.rest();
    try {
      await this.change({ status: 'idle', usage, ...told, ...(sessionId !== undefined && { sessionId }) });
      await this.#recorder.stored();
      await this.#options.log.compact(this.#record.id, from, to);
    } catch (error) {
      this.#options.host.logFailure(error, 'The end of a run could not be stored');
    }
  }

  async #leaveIdle(): Promise<void> {
    if (this.isIdle) await this.end();
  }

  /** Nobody would see what the agent does, and it would be gone after a restart: better to stop than to go on unseen. */
  #handleStoreFailure(error: unknown): void {
    this.#options.host.logFailure(error, 'Events of a conversation could not be stored');
    void this.interrupt();
  }
}
