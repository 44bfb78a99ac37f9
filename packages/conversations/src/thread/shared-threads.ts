import type { Thread } from '@agent-factory/protocol/conversations';
import type { EventLog } from '../store/event-log.js';
import { readThread } from './read-thread.js';

/**
 * Whole conversations for those who may take long over them: who asks while another still has the same one gets that,
 * so that slow readers cost the memory of one.
 */
export class SharedThreads {
  readonly #log: EventLog;
  readonly #known = new Map<string, WeakRef<Thread>>();
  readonly #reading = new Map<string, Promise<Thread>>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  async read(conversationId: string): Promise<Thread> {
    const lastId = await this.#log.lastId(conversationId);
    const known = this.#known.get(conversationId)?.deref();
    if (known?.lastEventId === lastId) return known;
    const key = `${conversationId} ${lastId}`;
    const reading = this.#reading.get(key) ?? this.#read(conversationId).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  forget(conversationId: string): void {
    this.#known.delete(conversationId);
  }

  async #read(conversationId: string): Promise<Thread> {
    const thread = await readThread(this.#log, conversationId);
    this.#known.set(conversationId, new WeakRef(thread));
    return thread;
  }
}
