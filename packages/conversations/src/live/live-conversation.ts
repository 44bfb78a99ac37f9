import type { PracticeError } from '@agent-factory/protocol';
import type { ConversationEvent, SendMessageRequest } from '@agent-factory/protocol/conversations';
import type { ConversationHost } from '../host.js';
import type { EventLog } from '../store/event-log.js';
import type { ConversationRecord, ConversationRecords } from '../store/records.js';
import { KeptRecord } from './kept-record.js';
import { LiveAgent } from './live-agent.js';
import { Recorder } from './recorder.js';
import { busy, lapsed } from './refusals.js';
import { RunBook } from './run-book.js';
import { Sending } from './sending.js';

export interface LiveOptions {
  readonly host: ConversationHost;
  readonly records: ConversationRecords;
  readonly log: EventLog;
  /** There are new events. */
  onStored(conversationId: string): void;
}

/** One conversation with its agent, which runs only while it is talked to. */
export class LiveConversation {
  readonly #host: ConversationHost;
  readonly #record: KeptRecord;
  readonly #recorder: Recorder;
  readonly #agent: LiveAgent;
  readonly #run: RunBook;
  readonly #sending: Sending;
  /** Why nothing begins any more: it was deleted, or the daemon closes. */
  #over: PracticeError | undefined;
  /** A message is on its way to the agent. */
  #isSending = false;
  #turn: Promise<unknown> = Promise.resolve();

  static async load(record: ConversationRecord, options: LiveOptions): Promise<LiveConversation> {
    return new LiveConversation(record, options, await options.log.lastId(record.id));
  }

  private constructor(known: ConversationRecord, options: LiveOptions, lastId: number) {
    const { host, log } = options;
    this.#host = host;
    const record = new KeptRecord(known, options.records);
    const recorder = new Recorder({
      conversationId: known.id,
      log,
      lastId,
      onStored: () => options.onStored(known.id),
      onFailure: (error) => this.#handleStoreFailure(error),
    });
    const agent = new LiveAgent({
      host,
      record: () => record.now,
      onEvent: (event) => this.#handle(event),
      room: () => recorder.room(),
      onIdle: () => void this.inTurn(() => this.#leaveIdle()),
    });
    const run = new RunBook({ host, log, record, recorder, agent });
    this.#record = record;
    this.#recorder = recorder;
    this.#agent = agent;
    this.#run = run;
    this.#sending = new Sending({ host, log, record, recorder, agent, run });
  }

  get record(): ConversationRecord {
    return this.#record.now;
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
    return this.isRunning && this.#run.isAsking;
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
        return await this.#sending.send(request);
      } catch (error) {
        throw this.#over ?? error;
      } finally {
        this.#isSending = false;
        // Also where nothing was sent in the end: it waits for the next message.
        if (!this.isRunning) this.#agent.rest();
      }
    });
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
    if (this.#run.isToldAgain()) return this.#agent.end();
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
    for (const event of events) this.noteSoon(event);
    await this.#recorder.stored();
  }

  /** As `note`, for whoever waits later, for many of them at once. */
  noteSoon(event: ConversationEvent): void {
    if (this.#over === undefined) this.#recorder.record(event);
  }

  change(change: Partial<Omit<ConversationRecord, 'id'>>): Promise<void> {
    return this.#record.change(change);
  }

  #requireIdle(): void {
    if (this.#over !== undefined) throw this.#over;
    if (this.record.place === 'terminal')
      throw busy('This conversation goes on in the terminal. Continue it in the chat first.');
    if (this.isRunning) throw busy('The agent has not answered your last message yet. Wait for it, or stop it.');
  }

  #handle(event: ConversationEvent): void {
    this.#recorder.record(event);
    this.#run.note(event);
    this.#host.onAgentEvent(this.#record.now, event);
  }

  async #leaveIdle(): Promise<void> {
    if (this.isIdle) await this.end();
  }

  /** Nobody would see what the agent does, and it would be gone after a restart: better to stop than to go on unseen. */
  #handleStoreFailure(error: unknown): void {
    this.#host.logFailure(error, 'Events of a conversation could not be stored');
    void this.interrupt();
  }
}
