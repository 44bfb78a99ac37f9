import type { AgentCli, StructuredExecution } from '@agent-factory/agent-cli';
import { PracticeError } from '@agent-factory/protocol';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import type { ConversationHost } from '../host.js';
import type { ConversationRecord } from '../store/records.js';
import { isRefusal, requireStartable, startAgent } from './start-agent.js';

/** An agent that nobody talks to is ended after this many milliseconds; the next message resumes it. */
const IDLE_MS = 10 * 60_000;

export interface LiveAgentOptions {
  readonly host: ConversationHost;
  record(): ConversationRecord;
  onEvent(event: ConversationEvent): void;
  /** Where events wait to be stored, it resolves when there is room for more. */
  room(): Promise<void> | undefined;
  /** Nobody has talked to it for long. */
  onIdle(): void;
}

/** An agent that runs, and whether it remembers what was said before. */
export interface ReadyAgent {
  readonly execution: StructuredExecution;
  readonly remembers: boolean;
}

/** The process of a conversation's agent: started by the first message, ended when nobody talks to it. */
export class LiveAgent {
  readonly #options: LiveAgentOptions;
  #execution: StructuredExecution | undefined;
  /** Ends the one that is being started. */
  #starting: AbortController | undefined;
  /** Settles when that has started, or has failed to. */
  #started: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: LiveAgentOptions) {
    this.#options = options;
  }

  /** Whether there is one, or will be in a moment. */
  get isThere(): boolean {
    return this.#execution !== undefined || this.#starting !== undefined;
  }

  get execution(): StructuredExecution | undefined {
    return this.#execution;
  }

  /** The one that runs, or one that is started or resumed. Throws what keeps it from starting. */
  async ready(): Promise<ReadyAgent> {
    clearTimeout(this.#idle);
    if (this.#execution !== undefined) return { execution: this.#execution, remembers: true };
    const started = this.#startOrResume();
    this.#started = started.catch(() => undefined);
    return started;
  }

  /** From now on, it waits to be talked to. */
  rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#options.onIdle(), IDLE_MS).unref();
  }

  /** Ends it, also while it starts; what it was doing is cancelled. Another one may be started later. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    this.#starting?.abort();
    await this.#started;
    await this.#execution?.end();
    this.#execution = undefined;
    clearTimeout(this.#idle);
  }

  async #startOrResume(): Promise<ReadyAgent> {
    const starting = new AbortController();
    try {
      const cli = await this.#takeSlot(starting);
      return await this.#resumeOrBegin(cli, starting.signal);
    } catch (error) {
      throw starting.signal.aborted ? wasEnded() : error;
    } finally {
      if (this.#starting === starting) this.#starting = undefined;
    }
  }

  /** From here on it counts, though it does not run yet. */
  #takeSlot(starting: AbortController): Promise<AgentCli> {
    const { host, record } = this.#options;
    return requireStartable(host, record(), () => {
      this.#starting = starting;
    });
  }

  async #resumeOrBegin(cli: AgentCli, signal: AbortSignal): Promise<ReadyAgent> {
    const { sessionId } = this.#options.record();
    try {
      return { execution: await this.#start(cli, sessionId, signal), remembers: true };
    } catch (error) {
      // It cannot go on with what it had: another conversation begins.
      if (sessionId === undefined || signal.aborted || !isRefusal(error)) throw error;
      return { execution: await this.#start(cli, undefined, signal), remembers: false };
    }
  }

  async #start(cli: AgentCli, resume: string | undefined, signal: AbortSignal): Promise<StructuredExecution> {
    const { host, record, onEvent, room } = this.#options;
    const execution = await startAgent(host, record(), { cli, resume, signal, onEvent, room });
    this.#execution = execution;
    void execution.exited.then(() => {
      if (this.#execution === execution) this.#execution = undefined;
    });
    return execution;
  }
}

function wasEnded(): PracticeError {
  const message = 'The agent was ended before it could answer. Send your message again.';
  return new PracticeError('agent_failed', message, { reason: 'ended' });
}
