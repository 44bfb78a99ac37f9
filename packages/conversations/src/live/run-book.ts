import { type ConversationEvent, factsOf, type RunFacts } from '@agent-factory/protocol/conversations';
import type { ConversationHost } from '../host.js';
import type { EventLog } from '../store/event-log.js';
import type { ConversationRecord } from '../store/records.js';
import type { KeptRecord } from './kept-record.js';
import type { LiveAgent } from './live-agent.js';
import type { Recorder } from './recorder.js';
import { addUsage } from './usage.js';

/** How long an agent may take to stop, in milliseconds: who presses Stop twice at once means it once. */
const PATIENCE_MS = 1000;

export interface RunBookOptions {
  readonly host: ConversationHost;
  readonly log: EventLog;
  readonly record: KeptRecord;
  readonly recorder: Recorder;
  readonly agent: LiveAgent;
}

type RunEnd = Extract<ConversationEvent, { type: 'RUN_FINISHED' | 'RUN_ERROR' }>;

/** What has to be known of a run while it goes on, and what is kept of it when it has ended. */
export class RunBook {
  readonly #options: RunBookOptions;
  /** The id of the first event of the run. */
  #from = 0;
  /** Questions that wait for the student. */
  #asked = 0;
  /** When the run was first told to stop. */
  #interruptedAt = Number.POSITIVE_INFINITY;

  constructor(options: RunBookOptions) {
    this.#options = options;
  }

  get isAsking(): boolean {
    return this.#asked > 0;
  }

  /** The next event is the first one of a run. */
  begin(): void {
    this.#from = this.#options.recorder.lastId + 1;
  }

  /** The run is told to stop. True if it has been told before, and has not stopped in all this time. */
  isToldAgain(): boolean {
    const now = performance.now();
    const isStubborn = now - this.#interruptedAt > PATIENCE_MS;
    this.#interruptedAt = Math.min(this.#interruptedAt, now);
    return isStubborn;
  }

  /** Takes note of an event that was recorded. */
  note(event: ConversationEvent): void {
    if (event.type === 'CUSTOM' && event.name === 'permission_asked') this.#asked += 1;
    if (event.type === 'CUSTOM' && event.name === 'permission_answered') this.#asked -= 1;
    if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') void this.#end(event);
  }

  async #end(event: RunEnd): Promise<void> {
    const { host, log, record, recorder, agent } = this.#options;
    this.#asked = 0;
    this.#interruptedAt = Number.POSITIVE_INFINITY;
    const [from, to] = [this.#from, recorder.lastId];
    agent.rest();
    try {
      await record.change({ status: 'idle', ...this.#learned(event) });
      await recorder.stored();
      await log.compact(record.now.id, from, to);
    } catch (error) {
      host.logFailure(error, 'The end of a run could not be stored');
    }
  }

  #learned(event: RunEnd): Partial<ConversationRecord> {
    const { record, agent } = this.#options;
    const sessionId = agent.execution?.sessionId ?? record.now.sessionId;
    return {
      usage: addUsage(record.now.usage, factsOf<RunFacts>(event.metadata).usage),
      // Nobody knows how much of its question a failed one has read.
      ...(event.type === 'RUN_ERROR' && { told: {} }),
      ...(sessionId !== undefined && { sessionId }),
    };
  }
}
