import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { EventIds } from './event-ids.js';

interface OpenMessage {
  readonly kind: 'text' | 'reasoning';
  /** What the agent calls it. */
  readonly from: string;
  readonly id: string;
}

/** Writes what the agent says. At most one text or reasoning is open at a time, as nobody can read two. */
export class MessageWriter {
  readonly #emit: (event: ConversationEvent) => void;
  readonly #ids = new EventIds();
  #open: OpenMessage | undefined;

  constructor(emit: (event: ConversationEvent) => void) {
    this.#emit = emit;
  }

  text(from: string, delta: string): void {
    const { messageId, isNew } = this.#message('text', from);
    if (isNew) this.#emit({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
    this.#emit({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta });
  }

  reasoning(from: string, delta: string): void {
    const { messageId, isNew } = this.#message('reasoning', from);
    if (isNew) {
      this.#emit({ type: 'REASONING_START', messageId });
      this.#emit({ type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' });
    }
    this.#emit({ type: 'REASONING_MESSAGE_CONTENT', messageId, delta });
  }

  close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    const { kind, id: messageId } = open;
    if (kind === 'text') {
      this.#emit({ type: 'TEXT_MESSAGE_END', messageId });
    } else {
      this.#emit({ type: 'REASONING_MESSAGE_END', messageId });
      this.#emit({ type: 'REASONING_END', messageId });
    }
  }

  /** The message that a piece belongs to. */
  #message(kind: OpenMessage['kind'], from: string): { messageId: string; isNew: boolean } {
    const open = this.#open;
    if (open?.kind === kind && open.from === from) return { messageId: open.id, isNew: false };
    this.close();
    const messageId = this.#ids.next(from);
    this.#open = { kind, from, id: messageId };
    return { messageId, isNew: true };
  }
}
