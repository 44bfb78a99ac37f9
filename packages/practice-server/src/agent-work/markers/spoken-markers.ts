import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { findMarkers, MAX_MARKER_LENGTH, type Marker } from '@agent-factory/protocol/stages';

/** A marker that was said, and a key of this saying: the same one has the same key whenever it is read again. */
export interface Saying {
  readonly marker: Marker;
  readonly key: string;
}

/**
 * Finds the markers in what an agent says, piece by piece. One that is cut in two by the end of a piece or a block
 * counts once.
 */
export class SpokenMarkers {
  /** Of the agent's message that is open. */
  #messageId: string | undefined;
  /** How many of each literal the message has said. */
  #said = new Map<string, number>();
  /** What may be the beginning of a marker. */
  #rest = '';

  /** Whether a marker may have begun: whoever goes on reading from here would not see its beginning. */
  get isOpen(): boolean {
    return this.#rest !== '';
  }

  /** What a student says, a tool prints or a file holds is not said by the agent. */
  hear(event: ConversationEvent): Saying[] {
    switch (event.type) {
      case 'TEXT_MESSAGE_START':
        this.#begin(event.role === 'assistant' ? event.messageId : undefined);
        return [];
      case 'TEXT_MESSAGE_CONTENT':
        return event.messageId === this.#messageId ? this.#add(event.messageId, event.delta) : [];
      case 'TEXT_MESSAGE_END':
        return [];
      default:
        this.#rest = '';
        return [];
    }
  }

  #begin(messageId: string | undefined): void {
    if (messageId === undefined) this.#rest = '';
    if (messageId !== this.#messageId) this.#said = new Map();
    this.#messageId = messageId;
  }

  #add(messageId: string, delta: string): Saying[] {
    const text = this.#rest + delta;
    const found = findMarkers(text);
    const last = found.at(-1);
    this.#rest = beginningIn(last === undefined ? text : text.slice(last.index + last.text.length));
    return found.map(({ marker, text: literal }) => ({ marker, key: `${messageId} ${this.#count(literal)}` }));
  }

  #count(literal: string): string {
    const count = (this.#said.get(literal) ?? 0) + 1;
    this.#said.set(literal, count);
    return `${literal} ${count}`;
  }
}

/** From the last bracket on, if that is not closed and not longer than a marker. */
function beginningIn(text: string): string {
  const at = text.lastIndexOf('[');
  const rest = at < 0 ? '' : text.slice(at, at + MAX_MARKER_LENGTH + 1);
  return rest.length > MAX_MARKER_LENGTH || rest.includes(']') ? '' : rest;
}
