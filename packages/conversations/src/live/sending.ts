import { randomUUID } from 'node:crypto';
import { exerciseOpening } from '@agent-factory/agent-cli';
import type { SendMessageRequest } from '@agent-factory/protocol/conversations';
import type { ConversationHost } from '../host.js';
import type { EventLog } from '../store/event-log.js';
import { promptOf } from '../subject/prompt.js';
import { titleOf } from '../subject/title.js';
import { threadToRecap } from '../thread/markdown.js';
import { readThread } from '../thread/read-thread.js';
import type { KeptRecord } from './kept-record.js';
import type { LiveAgent, ReadyAgent } from './live-agent.js';
import type { Recorder } from './recorder.js';
import { notReplaceable } from './refusals.js';
import type { RunBook } from './run-book.js';

export interface SendingOptions {
  readonly host: ConversationHost;
  readonly log: EventLog;
  readonly record: KeptRecord;
  readonly recorder: Recorder;
  readonly agent: LiveAgent;
  readonly run: RunBook;
}

/** Brings a message of the student's to the agent, with all that it has to know. */
export class Sending {
  readonly #options: SendingOptions;

  constructor(options: SendingOptions) {
    this.#options = options;
  }

  /** Begins a run, once it is stored. Throws whatever keeps the agent from starting; nothing was said then. */
  async send(request: SendMessageRequest): Promise<{ runId: string }> {
    const { record, recorder, run } = this.#options;
    const { text, replaces } = request;
    if (replaces !== undefined) await this.#requireQuestion(replaces);
    const agent = await this.#readyAgent();
    const { execution } = agent;
    if (request.model !== undefined || request.mode !== undefined) await execution.choose(request);
    const prompt = await this.#prompt(request, agent);
    if (replaces !== undefined) this.#rewind(replaces);
    run.begin();
    const title = record.now.title === '' ? { title: titleOf(text) } : {};
    await record.change({ status: 'running', told: prompt.told, ...title });
    const runId = randomUUID();
    execution.send({ runId, messageId: randomUUID(), text, prompt: prompt.text, facts: prompt.facts });
    await recorder.stored();
    return { runId };
  }

  async #prompt({ text, context, replaces }: SendMessageRequest, { remembers }: ReadyAgent) {
    const recap = remembers ? undefined : await this.#recap();
    const exercise = { exerciseOpening: await this.#exerciseOpening(), exerciseState: await this.#exerciseState() };
    const isReplacement = replaces !== undefined;
    return promptOf({ record: this.#options.record.now, text, context, recap, isReplacement, ...exercise });
  }

  async #readyAgent(): Promise<ReadyAgent> {
    const hadAgent = this.#options.agent.isThere;
    const agent = await this.#options.agent.ready();
    if (!hadAgent) await this.#noteSession(agent);
    if (!agent.remembers) this.#tellOfLoss();
    return agent;
  }

  async #noteSession({ execution: { sessionId }, remembers }: ReadyAgent): Promise<void> {
    const { record } = this.#options;
    const began = !remembers || record.now.sessionId === undefined;
    const cost = began ? { costBeforeSession: record.now.usage.costUsd ?? 0 } : {};
    await record.change({ ...cost, ...(sessionId !== undefined && { sessionId }) });
  }

  #tellOfLoss(): void {
    const { host, record, recorder } = this.#options;
    const { name } = host.agents.get(record.now.agent);
    const message = `${name} could not take up the conversation where it was, and has been told what was said before.`;
    const value = { level: 'warning', code: 'memory_lost', message } as const;
    recorder.record({ type: 'CUSTOM', name: 'notice', value });
  }

  /** Takes back a message and what followed it. */
  #rewind(messageEventId: number): void {
    const { recorder } = this.#options;
    const toEventId = Math.min(messageEventId - 1, recorder.lastId);
    recorder.record({ type: 'CUSTOM', name: 'rewound', value: { toEventId, forgotten: false } });
  }

  async #exerciseOpening(): Promise<string | undefined> {
    const { host, record } = this.#options;
    const { subject, agent } = record.now;
    if (subject.kind !== 'exercise') return undefined;
    const cli = host.agents.get(agent);
    return exerciseOpening(cli, { workspace: host.folderOf(subject), env: host.environmentOf(cli) });
  }

  async #exerciseState(): Promise<string | undefined> {
    const { host, record } = this.#options;
    const { subject } = record.now;
    return subject.kind === 'exercise' ? host.exerciseState(subject.exerciseId) : undefined;
  }

  async #recap(): Promise<string> {
    return threadToRecap(await readThread(this.#options.log, this.#options.record.now.id));
  }

  async #requireQuestion(eventId: number): Promise<void> {
    const { items } = await readThread(this.#options.log, this.#options.record.now.id);
    if (items.some((item) => item.kind === 'question' && item.eventId === eventId)) return;
    throw notReplaceable();
  }
}
