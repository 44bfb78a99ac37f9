import { findMarkers, MAX_MARKER_LENGTH } from '@agent-factory/protocol/stages';
import { BREAK, VisibleText } from './visible-text.js';

/** How long what the student has typed may take to be on the screen in all its places, in milliseconds. */
const RECENTLY_MS = 2 * 60_000;
/** Most literals that are remembered: a paste may hold thousands. */
const MAX_TYPED = 1000;

/** The markers that the student has typed or pasted of late: to see them on the screen is no saying of the agent's. */
export class TypedMarkers {
  readonly #text = new VisibleText();
  readonly #typed = new Map<string, number>();
  #tail = '';

  add(bytes: Buffer, now: number): void {
    const text = (this.#tail + this.#text.add(bytes)).replaceAll(BREAK, '');
    this.#tail = text.slice(-MAX_MARKER_LENGTH);
    for (const { text: literal } of findMarkers(text)) {
      this.#typed.delete(literal);
      this.#typed.set(literal, now);
    }
    while (this.#typed.size > MAX_TYPED) this.#typed.delete(this.#typed.keys().next().value as string);
  }

  has(literal: string, now: number): boolean {
    const at = this.#typed.get(literal);
    return at !== undefined && now - at < RECENTLY_MS;
  }
}
