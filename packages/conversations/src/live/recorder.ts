import type { ConversationEvent, LoggedEvent } from '@agent-factory/protocol/conversations';
import type { EventLog } from '../store/event-log.js';
import { joined } from '../store/pieces.js';

/** How long to wait before events that could not be stored are tried again, in milliseconds. */
const RETRY_MS = 1000;
/**
 * Events that may wait to be stored before an agent has to wait with them. A database that fails for a moment is no
 * reason to stop listening: the agent is told to stop then, and says that it has.
 */
const MAX_WAITING = 200;
/** Most events that are stored at once: the store leaves nobody else a turn meanwhile. */
const MAX_STORED_AT_ONCE = 500;

export interface RecorderOptions {
  readonly conversationId: string;
  readonly log: EventLog;
  /** The id of the last event there is. */
  readonly lastId: number;
  /** Called when events are stored, and so may be seen. */
  onStored(lastId: number): void;
  /** Called when events could not be stored; they are tried again. */
  onFailure(error: unknown): void;
}

interface Failed {
  readonly error: unknown;
}

/** Stores the events of one conversation in their order. Nobody sees an event before it is stored. */
export class Recorder {
  readonly #options: RecorderOptions;
  #lastId: number;
  #waiting: LoggedEvent[] = [];
  #storedId: number;
  #storing: Promise<Failed | undefined> | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** Who waits for room. */
  #held: (() => void)[] = [];

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#lastId = options.lastId;
    this.#storedId = options.lastId;
  }

  /** The id of the last event, stored or about to be. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Pieces of one text that come faster than they are stored become one. Returns the id of the event. */
  record(event: ConversationEvent): number {
    const last = this.#waiting.at(-1);
    const both = last && joined(last.event, event);
    if (last !== undefined && both !== undefined) this.#waiting[this.#waiting.length - 1] = { ...last, event: both };
    else {
      this.#lastId += 1;
      this.#waiting.push({ id: this.#lastId, at: new Date().toISOString(), event });
    }
    this.#storing ??= this.#store();
    return this.#lastId;
  }

  /** Undefined as long as more can come. Otherwise it resolves when what waits is stored, however often that is tried. */
  room(): Promise<void> | undefined {
    if (this.#waiting.length <= MAX_WAITING) return undefined;
    return new Promise((resolve) => this.#held.push(resolve));
  }

  /** Resolves when everything up to now is stored. Rejects if it cannot be. */
  async stored(): Promise<void> {
    const upTo = this.#lastId;
    while (this.#storedId < upTo) {
      this.#storing ??= this.#store();
      const failed = await this.#storing;
      if (failed !== undefined) throw failed.error;
    }
  }

  /** One write at a time: an event that is stored before an earlier one would hide it from those who have seen it. */
  async #store(): Promise<Failed | undefined> {
    // Whatever arrives in the same turn of the event loop goes in one write.
    await new Promise((resolve) => setImmediate(resolve));
    const events = this.#waiting.splice(0, MAX_STORED_AT_ONCE);
    try {
      await this.#options.log.append(this.#options.conversationId, events);
    } catch (error) {
      this.#waiting = [...events, ...this.#waiting];
      this.#storing = undefined;
      this.#retryLater();
      this.#options.onFailure(error);
      return { error };
    }
    this.#storedId = events.at(-1)?.id ?? this.#storedId;
    this.#storing = this.#waiting.length > 0 ? this.#store() : undefined;
    this.#options.onStored(this.#storedId);
    this.#makeRoom();
    return undefined;
  }

  #makeRoom(): void {
    if (this.#waiting.length > MAX_WAITING) return;
    const held = this.#held;
    this.#held = [];
    for (const resolve of held) resolve();
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (this.#waiting.length > 0) this.#storing ??= this.#store();
    }, RETRY_MS).unref();
  }
}
