import type { BadgeState, Marker } from '@agent-factory/protocol/stages';
import { Emitter } from '../store/emitter.js';
import type { Unsubscribe } from '../store/store.js';

/** How the tutor's claims stand, as far as the practice server has said so. Whoever hears of it tells it here. */
export class MarkerStates {
  readonly changes = new Emitter<undefined>();
  readonly #states = new Map<string, BadgeState>();
  #version = 0;

  /** Undefined: the practice server has said nothing about this claim. */
  stateOf(marker: Marker): BadgeState | undefined {
    return this.#states.get(keyOf(marker));
  }

  setState(marker: Marker, state: BadgeState): void {
    if (this.stateOf(marker) === state) return;
    this.#states.set(keyOf(marker), state);
    this.#tell();
  }

  /** The student begins anew: nothing is claimed yet. */
  clear(): void {
    if (this.#states.size === 0) return;
    this.#states.clear();
    this.#tell();
  }

  /** Another number after each change. */
  getSnapshot = (): number => this.#version;

  subscribe = (listener: () => void): Unsubscribe => this.changes.on(listener);

  #tell(): void {
    this.#version += 1;
    this.changes.emit(undefined);
  }
}

/** A stage is paid for once, whatever the transaction. */
function keyOf(marker: Marker): string {
  return marker.kind === 'course_complete' ? marker.kind : `${marker.kind} ${marker.stageNumber}`;
}
