import type { HintLevel, ServerMessage } from '@agent-factory/protocol/coach';
import type { Failure, WorkbenchState } from '../state.js';
import { groupedByPath } from '../store/grouped.js';
import { type CoachState, INITIAL_COACH, reduceCoach } from './coach-state.js';
import { NOTHING_SHOWN, shownOf } from './shown.js';

/** Most messages whose dismissal is remembered: more than the daemon keeps. */
const MAX_DISMISSED = 1000;
/** Most failures that are shown; a check with more has gone wrong as a whole. */
const MAX_FAILURES = 500;

type CoachParts = Omit<CoachState, 'marks' | 'glows' | 'messages'> & Pick<WorkbenchState, 'shown' | 'failures'>;

/** What the daemon and the agent tell, and what the student makes of it. */
export class Coaching {
  readonly #publish: (parts: CoachParts) => void;
  readonly #dismissed = new Set<string>();
  #state = INITIAL_COACH;
  #shown = NOTHING_SHOWN;
  #failures: ReadonlyMap<string, readonly Failure[]> = new Map();

  constructor(publish: (parts: CoachParts) => void) {
    this.#publish = publish;
  }

  get hintLevel(): HintLevel {
    return this.#state.hintLevel;
  }

  handle(message: ServerMessage): void {
    this.#become(reduceCoach(this.#state, message));
  }

  set(parts: Partial<Pick<CoachState, 'hintLevel' | 'visibility'>>): void {
    this.#become({ ...this.#state, ...parts });
  }

  dismiss(messageId: string): void {
    this.#dismissed.add(messageId);
    const [oldest] = this.#dismissed;
    if (this.#dismissed.size > MAX_DISMISSED && oldest !== undefined) this.#dismissed.delete(oldest);
    this.#tell();
  }

  setFailures(failures: readonly Failure[]): void {
    this.#failures = groupedByPath(failures.slice(0, MAX_FAILURES), this.#failures);
    this.#tell();
  }

  #become(state: CoachState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    const { marks, glows, messages, ...told } = this.#state;
    this.#shown = shownOf(this.#state, this.#dismissed, this.#shown);
    this.#publish({ ...told, shown: this.#shown, failures: this.#failures });
  }
}
