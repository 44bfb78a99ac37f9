import type { ApiCallOutcome, ApiCallResult } from '@agent-factory/coach/store';

/** What came of a try, as the log has it. */
export type Outcome = ApiCallOutcome & { readonly costBeyond: number };

/** One try in the log of calls. */
export interface LogEntry {
  /** US dollars that the log has of it; 0 while it is not there. */
  readonly usd: number;
  /**
   * Before a request goes out: `usd` is all that the try may have cost then. Until it is over, it is a failed one in the
   * log, so that a daemon that is killed meanwhile has counted it. Never throws.
   */
  begin(usd: number): Promise<void>;
  /** What came of it. Never throws; a failure is logged. */
  end(outcome: Outcome): Promise<void>;
}

export interface ChargeOptions {
  readonly sessionId: string | null;
  /** Lets a request out, or throws. */
  readonly hold: (charge: Charge, usd: number) => Promise<void>;
  /** An entry for the next try. */
  readonly entry: () => LogEntry;
  /** Remembers what was paid and is not in the log. */
  readonly keep: (usd: number) => void;
}

/**
 * What one call costs: what it may cost while it is under way, and what it has cost so far. It may have several tries, each
 * with a row of its own in the log. US dollars.
 */
export class Charge {
  readonly #options: ChargeOptions;
  #entry: LogEntry | undefined;
  #held = 0;
  #paid = 0;
  /** Of the tries that are over. */
  #paidBefore = 0;
  #wasHeld = false;
  /** When the try began, by the steady clock. */
  #triedAt = 0;

  constructor(options: ChargeOptions) {
    this.#options = options;
  }

  get sessionId(): string | null {
    return this.#options.sessionId;
  }

  /** What counts against the budget now, beside what the log has of it. */
  get total(): number {
    return Math.max(0, this.#held + this.#paid - (this.#entry?.usd ?? 0));
  }

  /** With all of its tries. */
  get paid(): number {
    return this.#paidBefore + this.#paid;
  }

  /** Whether the budget has let a request out. */
  get wasHeld(): boolean {
    return this.#wasHeld;
  }

  /** Holds what the next request may cost at most. Throws `budget_reached` where that no longer fits. */
  hold(usd: number): Promise<void> {
    return this.#options.hold(this, usd);
  }

  /** For the budget alone: the request is let out, and written down before. */
  async letOut(usd: number): Promise<void> {
    this.#held = usd;
    this.#wasHeld = true;
    if (this.#entry === undefined) {
      this.#entry = this.#options.entry();
      this.#triedAt = performance.now();
    }
    await this.#entry.begin(this.#held + this.#paid);
  }

  /** The request has cost this much. */
  settle(usd: number): void {
    this.#held = 0;
    this.#paid += usd;
  }

  /** Nobody knows what the request has cost: it counts with all that it may have. */
  settleInFull(): void {
    this.settle(this.#held);
  }

  /** The try has an answer of use. */
  succeeded(used: Omit<ApiCallResult, 'latencyMs' | 'failed'>): Promise<void> {
    const latencyMs = Math.max(1, Math.round(performance.now() - this.#triedAt));
    return this.#end({ ...used, latencyMs, costBeyond: Math.max(0, this.#paid - used.costEstimate) });
  }

  /** The try has failed; it has cost what an answer has, all the same. One that was never let out is none. */
  failed(): Promise<void> {
    return this.#end({ failed: true, costBeyond: this.#paid });
  }

  async #end(outcome: Outcome): Promise<void> {
    const entry = this.#entry;
    if (entry === undefined) return;
    await entry.end(outcome);
    this.#options.keep(Math.max(0, this.#paid - entry.usd));
    this.#paidBefore += this.#paid;
    this.#paid = 0;
    this.#entry = undefined;
  }
}
