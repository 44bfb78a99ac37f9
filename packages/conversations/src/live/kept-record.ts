import type { ConversationRecord, ConversationRecords } from '../store/records.js';

/** What is known of one conversation, as it is stored. */
export class KeptRecord {
  readonly #records: ConversationRecords;
  #record: ConversationRecord;

  constructor(record: ConversationRecord, records: ConversationRecords) {
    this.#record = record;
    this.#records = records;
  }

  /** It holds what was changed at once, also while that is being stored. */
  get now(): ConversationRecord {
    return this.#record;
  }

  async change(change: Partial<Omit<ConversationRecord, 'id'>>): Promise<void> {
    const full = { updatedAt: new Date().toISOString(), ...change };
    this.#record = { ...this.#record, ...full };
    await this.#records.update(this.#record.id, full);
  }
}
