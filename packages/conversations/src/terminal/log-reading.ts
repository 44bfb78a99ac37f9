import { EventWriter, type LogForm, type LogReader } from '@agent-factory/agent-cli';
import { type ConversationEvent, factsOf, type RunFacts, type Usage } from '@agent-factory/protocol/conversations';
import type { LiveConversation } from '../live/live-conversation.js';
import { addUsage } from '../live/usage.js';

export interface LogReadingOptions {
  readonly live: LiveConversation;
  readonly log: LogForm;
  /** The name of the CLI. */
  readonly source: string;
  /** The folder that the agent works in: paths below it are written relative to it. */
  readonly cwd: string;
}

/**
 * The log of one conversation as it is read, possibly with pauses. Only a turn that is over counts as read: the next
 * daemon takes back what it finds of another, and reads it again.
 */
export class LogReading implements LogReader {
  readonly #live: LiveConversation;
  readonly #writer: EventWriter;
  readonly #reader: LogReader;
  #hasBegun = false;
  #position: number;
  /** What turns have used that are over, and that no place was stored behind yet. */
  #used: Usage = {};

  constructor({ live, log, source, cwd }: LogReadingOptions) {
    this.#live = live;
    this.#position = live.record.logOffset;
    this.#writer = new EventWriter({
      threadId: live.record.id,
      source,
      cwd,
      emit: (event) => this.#emit(event),
    });
    this.#reader = log.reader(this.#writer);
  }

  /** Where reading goes on, in bytes. */
  get position(): number {
    return this.#position;
  }

  /** To be called before anything is read. */
  async begin(): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const { logEventId: toEventId } = this.#live.record;
    if (toEventId === undefined || this.#live.lastEventId <= toEventId) return;
    await this.#live.note({ type: 'CUSTOM', name: 'rewound', value: { toEventId, forgotten: false } });
  }

  read(line: string): void {
    this.#reader.read(line);
  }

  quiet(silentMs: number): void {
    this.#reader.quiet?.(silentMs);
    this.#settle().catch(() => undefined); // the next one tries again
  }

  async reach(position: number): Promise<void> {
    this.#position = position;
    await this.#settle();
  }

  /** The conversation leaves the terminal. */
  async end(): Promise<void> {
    this.#writer.endRun({ kind: 'done' });
    await this.#settle();
  }

  async #settle(): Promise<void> {
    if (this.#writer.runId !== undefined) return this.#live.note();
    // All as they are now: while this waits, more may be read.
    const [logOffset, logEventId, used] = [this.#position, this.#live.lastEventId, this.#used];
    this.#used = {};
    try {
      await this.#live.note();
    } catch (error) {
      this.#used = addUsage(used, this.#used);
      throw error;
    }
    const { record } = this.#live;
    const usage = Object.keys(used).length > 0 ? { usage: addUsage(record.usage, used) } : {};
    if (logOffset === record.logOffset && usage.usage === undefined) return;
    await this.#live.change({ logOffset, logEventId, ...usage });
  }

  #emit(event: ConversationEvent): void {
    this.#live.noteSoon(event);
    if (event.type !== 'RUN_FINISHED' && event.type !== 'RUN_ERROR') return;
    this.#used = addUsage(this.#used, factsOf<RunFacts>(event.metadata).usage);
  }
}
