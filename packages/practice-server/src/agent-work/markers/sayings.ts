import type { ExerciseId } from '@agent-factory/protocol';
import type { ObservedAgents } from '../records.js';
import type { SaidMarker } from './said-marker.js';
import type { Saying } from './spoken-markers.js';

/** Tells each saying on once, also if it is read again after a restart. */
export class Sayings {
  readonly #exerciseId: ExerciseId;
  readonly #records: ObservedAgents;
  readonly #onMarker: (said: SaidMarker) => Promise<void>;
  readonly #told: Set<string>;

  private constructor(exerciseId: ExerciseId, told: readonly string[], parts: SayingsParts) {
    this.#exerciseId = exerciseId;
    this.#told = new Set(told);
    this.#records = parts.records;
    this.#onMarker = parts.onMarker;
  }

  static async load(exerciseId: ExerciseId, parts: SayingsParts): Promise<Sayings> {
    return new Sayings(exerciseId, await parts.records.sayings(exerciseId), parts);
  }

  /** The keys of all that is known, without the name of the conversation. */
  keysOf(conversation: string): string[] {
    const prefix = `${conversation} `;
    return [...this.#told].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  }

  /** It is none of the agent's, and is not told when it is found again. */
  async pass(conversation: string, { key: saying }: Saying): Promise<void> {
    const key = `${conversation} ${saying}`;
    this.#told.add(key);
    await this.#records.addSaying(this.#exerciseId, key);
  }

  /**
   * @param conversation names the conversation with the agent
   * @returns when it is known not to be told again
   */
  async tell(conversation: string, { marker, key: saying }: Saying): Promise<void> {
    const key = `${conversation} ${saying}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    await this.#onMarker({ exerciseId: this.#exerciseId, marker, key, place: 'terminal' });
    await this.#records.addSaying(this.#exerciseId, key);
  }
}

export interface SayingsParts {
  readonly records: ObservedAgents;
  readonly onMarker: (said: SaidMarker) => Promise<void>;
}
