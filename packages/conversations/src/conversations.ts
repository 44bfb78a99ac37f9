import { randomUUID } from 'node:crypto';
import type { ExerciseId } from '@agent-factory/protocol';
import type {
  Conversation,
  CreateConversationRequest,
  LoggedEvent,
  SendMessageRequest,
  TerminalConversation,
} from '@agent-factory/protocol/conversations';
import { describe } from './describe.js';
import type { ConversationHost } from './host.js';
import { Arrivals } from './live/arrivals.js';
import { LiveConversation } from './live/live-conversation.js';
import { closing, noChat, notFound } from './live/refusals.js';
import { recoverRuns } from './recover.js';
import { EventLog } from './store/event-log.js';
import { type ConversationRecord, ConversationRecords, type SubjectKey } from './store/records.js';
import { continueInChat, continueInTerminal } from './terminal/hand-over.js';
import { type NewRecord, TakingUp } from './terminal/taking-up.js';
import { TerminalLog } from './terminal/terminal-log.js';
import { threadToJson } from './thread/json.js';
import { threadToMarkdown } from './thread/markdown.js';
import { SharedThreads } from './thread/shared-threads.js';

/** What a reader of events gets: some of them, or word that it has seen all there are by now. */
export type Read = readonly LoggedEvent[] | 'caught_up';

/** All conversations: each belongs to a lesson or an exercise, and outlives pages, agents and daemons. */
export class Conversations {
  readonly #host: ConversationHost;
  readonly #records: ConversationRecords;
  readonly #log: EventLog;
  readonly #threads: SharedThreads;
  readonly #arrivals = new Arrivals();
  readonly #terminalLog: TerminalLog;
  readonly #takingUp: TakingUp;
  readonly #live = new Map<string, Promise<LiveConversation>>();
  /** Those of them that have been loaded. */
  readonly #loaded = new Map<string, LiveConversation>();
  #recovered: Promise<void> | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
    this.#records = new ConversationRecords(host.store);
    this.#log = new EventLog(host.store);
    this.#threads = new SharedThreads(this.#log);
    this.#terminalLog = new TerminalLog(host);
    this.#takingUp = new TakingUp({
      host,
      records: this.#records,
      log: this.#terminalLog,
      load: (id) => this.#load(id),
      begin: (own) => this.#begin(own),
    });
  }

  /** How many agents run by now, or are being started. */
  get agentCount(): number {
    return [...this.#loaded.values()].filter((live) => live.hasAgent).length;
  }

  /** Those whose agents run by now. */
  async running(): Promise<Pick<ConversationRecord, 'id' | 'agent' | 'title'>[]> {
    const all = await Promise.all(this.#live.values());
    return all.filter((live) => live.hasAgent).map(({ record }) => record);
  }

  /** The latest first; where there are more than are listed at once, those before one of them. */
  async list(subject?: SubjectKey, before?: string): Promise<Conversation[]> {
    await this.#recover();
    const known = before === undefined ? undefined : await this.#records.find(before);
    if (before !== undefined && known === undefined) throw notFound();
    const records = await this.#records.list(subject, known);
    return Promise.all(records.map((record) => this.#describe(record)));
  }

  /** Throws `conversation_not_found`, as all that take an id do. */
  async get(id: string): Promise<Conversation> {
    return this.#describe((await this.#load(id)).record);
  }

  /** Begins one; `fromTerminal` takes up what the terminal talks about, which is one already if it was taken up before. */
  async create(request: CreateConversationRequest): Promise<Conversation> {
    await this.#recover();
    const { subject, title = '' } = request;
    if (request.fromTerminal === true) return this.#describe(await this.#takingUp.takeUp(subject));
    const agent = request.agent ?? (await this.#host.choiceFor(subject));
    return this.#describe(await this.#begin({ subject, agent, title }));
  }

  /** What the terminal of an exercise talks about now, so that it can be followed; undefined if no agent runs there. */
  terminal(exerciseId: ExerciseId): Promise<TerminalConversation | undefined> {
    return this.#takingUp.offer({ kind: 'exercise', exerciseId });
  }

  async send(id: string, request: SendMessageRequest): Promise<{ runId: string }> {
    return (await this.#load(id)).send(request);
  }

  async answerPermission(id: string, permissionId: string, optionId: string): Promise<void> {
    (await this.#load(id)).answer(permissionId, optionId);
  }

  /** Stops what the agent does, here or in the terminal. */
  async interrupt(id: string): Promise<void> {
    const live = await this.#load(id);
    const { place, subject, agent } = live.record;
    if (place === 'chat' || subject.kind !== 'exercise') return live.interrupt();
    await this.#host.terminal.interrupt(subject.exerciseId, agent);
  }

  async rename(id: string, title: string): Promise<Conversation> {
    const live = await this.#load(id);
    await live.change({ title });
    return this.#describe(live.record);
  }

  async delete(id: string): Promise<void> {
    const live = await this.#load(id);
    // Not in turn: an agent that does not answer would hold it up.
    await live.leave(notFound());
    await live.inTurn(async () => {
      this.#terminalLog.forget(id);
      this.#threads.forget(id);
      await this.#records.delete(id);
      await this.#log.delete(id);
      this.#live.delete(id);
      this.#loaded.delete(id);
    });
    this.#arrivals.announce(id);
  }

  /** Throws `agent_busy` unless confirmed, where an agent at work has to be ended for it. */
  async handOver(id: string, to: 'terminal' | 'chat', isConfirmed: boolean): Promise<Conversation> {
    const live = await this.#load(id);
    const options = { host: this.#host, live, log: this.#terminalLog, isConfirmed };
    if (live.isRunning && isConfirmed) await live.interrupt();
    await live.inTurn(() => (to === 'terminal' ? continueInTerminal(options) : continueInChat(options)));
    return this.#describe(live.record);
  }

  /** The events after one, then those that come, until the signal aborts or the conversation is deleted. */
  async *follow(id: string, after: number, signal: AbortSignal): AsyncGenerator<Read> {
    const live = await this.#load(id);
    // Nobody has seen what is still to come: who says so gets it all the same.
    let seen = Math.min(after, await this.#log.lastId(id));
    let told = false;
    while (!signal.aborted && this.#live.has(id)) {
      if (live.record.place === 'terminal') this.#terminalLog.follow(live, signal);
      const arrival = this.#arrivals.next(id, signal);
      for await (const events of this.#log.read(id, seen)) {
        yield events;
        seen = events.at(-1)?.id ?? seen;
      }
      if (!told) yield 'caught_up';
      told = true;
      await arrival;
    }
  }

  /** The whole conversation as a file, whose text comes in pieces. */
  async export(id: string, format: 'markdown' | 'json'): Promise<{ name: string; pieces: Iterable<string> }> {
    const { record } = await this.#load(id);
    const thread = await this.#threads.read(id);
    const name = `conversation-${record.createdAt.slice(0, 10)}-${id.slice(0, 8)}`;
    const title = record.title === '' ? 'Conversation' : record.title;
    if (format === 'markdown') return { name: `${name}.md`, pieces: threadToMarkdown(title, thread) };
    return { name: `${name}.json`, pieces: threadToJson(await this.#describe(record), thread) };
  }

  /** Ends the agent that has been idle for longest, if there is one. */
  async endIdle(): Promise<boolean> {
    const all = await Promise.all(this.#live.values());
    const idle = all.filter((live) => live.isIdle);
    const [oldest] = idle.sort((a, b) => a.record.updatedAt.localeCompare(b.record.updatedAt));
    await oldest?.end();
    return oldest !== undefined;
  }

  /** The exercise is reset: its conversations stay, their agents end. */
  async leaveExercise(exerciseId: string): Promise<void> {
    const all = await Promise.all(this.#live.values());
    const concerned = all.filter(
      ({ record: { subject } }) => subject.kind === 'exercise' && subject.exerciseId === exerciseId,
    );
    await Promise.all(concerned.map((live) => live.end()));
  }

  /** Ends every agent. Runs that go on are cancelled; the conversations can go on later. */
  async close(): Promise<void> {
    await this.#terminalLog.close();
    const all = await Promise.all(this.#live.values());
    await Promise.all(all.map((live) => live.leave(closing())));
    this.#live.clear();
    this.#loaded.clear();
  }

  #recover(): Promise<void> {
    this.#recovered ??= recoverRuns(this.#records, this.#log).catch((error) => {
      this.#recovered = undefined;
      throw error;
    });
    return this.#recovered;
  }

  async #load(id: string): Promise<LiveConversation> {
    await this.#recover();
    const known = this.#live.get(id);
    if (known !== undefined) return known;
    const record = await this.#records.find(id);
    if (record === undefined) throw notFound();
    const loading =
      this.#live.get(id) ??
      LiveConversation.load(record, {
        host: this.#host,
        records: this.#records,
        log: this.#log,
        onStored: (conversationId) => this.#arrivals.announce(conversationId),
      });
    this.#live.set(id, loading);
    loading.then(
      (live) => this.#loaded.set(id, live),
      () => this.#live.delete(id),
    );
    return loading;
  }

  async #begin(own: NewRecord): Promise<ConversationRecord> {
    const now = new Date().toISOString();
    const record: ConversationRecord = {
      id: randomUUID(),
      sessionId: undefined,
      status: 'idle',
      place: 'chat',
      createdAt: now,
      updatedAt: now,
      usage: {},
      told: {},
      logOffset: 0,
      logEventId: 0,
      costBeforeSession: 0,
      ...own,
    };
    const cli = this.#host.agents.get(record.agent);
    if (cli.chat === undefined) throw noChat(cli);
    await this.#records.insert(record);
    return record;
  }

  async #describe(record: ConversationRecord): Promise<Conversation> {
    return describe(this.#host, record, await this.#live.get(record.id));
  }
}
