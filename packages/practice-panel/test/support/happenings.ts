import type { NewEvent, PracticeEvent } from '@agent-factory/protocol/events';
import type { EventListener } from '../../src/client/events/event-listener.js';
import type { LiveEvents } from '../../src/client/events/live-events.js';

/** What happens on the student's machine, as a test wants it to. */
export class Happenings implements Pick<LiveEvents, 'follow'> {
  readonly #listeners = new Set<EventListener>();
  #id = 0;

  follow(listener: EventListener = {}): () => void {
    this.#listeners.add(listener);
    listener.onBegin?.();
    return () => this.#listeners.delete(listener);
  }

  tell(event: NewEvent): void {
    this.#id += 1;
    const told = { ...event, id: this.#id, at: '2026-01-05T10:00:00.000Z' } as PracticeEvent;
    for (const listener of this.#listeners) listener.onEvent?.(told);
  }

  /** Some events were lost. */
  beginAnew(): void {
    for (const listener of this.#listeners) listener.onBegin?.();
  }

  get followers(): number {
    return this.#listeners.size;
  }
}
