import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import type { SaidText } from './said-text.js';

export type Spoken = Pick<SaidText, 'by' | 'key' | 'text' | 'isOver'>;

/** Finds what both sides of a conversation say in its events. What a tool prints, or a file holds, nobody says. */
export class SpokenText {
  #open: Pick<SaidText, 'by' | 'key'> | undefined;

  hear(event: ConversationEvent): Spoken | undefined {
    switch (event.type) {
      case 'TEXT_MESSAGE_START':
        this.#open = { by: event.role === 'assistant' ? 'agent' : 'student', key: event.messageId };
        return undefined;
      case 'TEXT_MESSAGE_CONTENT':
        return this.#piece(event.messageId, event.delta, false);
      case 'TEXT_MESSAGE_END':
        return this.#piece(event.messageId, '', true);
      default:
        return undefined;
    }
  }

  #piece(messageId: string, text: string, isOver: boolean): Spoken | undefined {
    return this.#open?.key === messageId ? { ...this.#open, text, isOver } : undefined;
  }
}
