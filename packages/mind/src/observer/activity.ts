import {
  FLOW_ACTIONS,
  FLOW_WINDOW_MS,
  IDLE_MS,
  PAUSE_MS,
  TYPED_BEFORE_EVALUATION,
  TYPING_EVALUATED_EVERY_MS,
  TYPING_IS_ONE_ACTION_MS,
} from './limits.js';

/** What the student does, by the steady clock. It is told of every key, so nothing here takes time or grows. */
export class Activity {
  #lastAt: number;
  /** When the latest actions were; more than what makes flow need not be known. */
  #actions: number[] = [];
  #typedAt = Number.NEGATIVE_INFINITY;
  /** When typing last counted as an action. */
  #typingCountedAt = Number.NEGATIVE_INFINITY;
  #typed = 0;
  /** When there was last an evaluation because of typing. */
  #typingEvaluatedAt = Number.NEGATIVE_INFINITY;

  constructor(now: number) {
    this.#lastAt = now;
  }

  get lastAt(): number {
    return this.#lastAt;
  }

  acted(now: number): void {
    this.#lastAt = now;
    this.#actions = [...this.#actions, now].slice(-(FLOW_ACTIONS + 1));
  }

  typed(now: number): void {
    this.#typed += 1;
    this.#typedAt = now;
    this.#lastAt = now;
    if (now - this.#typingCountedAt < TYPING_IS_ONE_ACTION_MS) return;
    this.#typingCountedAt = now;
    this.acted(now);
  }

  /** What was typed is finished, as by a save. */
  finishedTyping(): void {
    this.#typedAt = Number.NEGATIVE_INFINITY;
  }

  isTyping(now: number): boolean {
    return now - this.#typedAt < PAUSE_MS;
  }

  isIdle(now: number): boolean {
    return now - this.#lastAt > IDLE_MS;
  }

  isInFlow(now: number): boolean {
    return this.#actions.filter((at) => now - at <= FLOW_WINDOW_MS).length > FLOW_ACTIONS;
  }

  /** Whether enough was typed for an evaluation. */
  isEnoughTyped(now: number): boolean {
    return this.#typed >= TYPED_BEFORE_EVALUATION && now - this.#typingEvaluatedAt >= TYPING_EVALUATED_EVERY_MS;
  }

  /** There is an evaluation, or a reason against it: what was typed is counted anew. */
  considered(now: number): void {
    if (this.isEnoughTyped(now)) this.#typingEvaluatedAt = now;
    this.#typed = 0;
  }
}
