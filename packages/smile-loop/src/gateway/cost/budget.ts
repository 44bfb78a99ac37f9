/** What a run may use at most; what is left out has no limit. */
export interface BudgetLimits {
  readonly usd?: number | undefined;
  /** Tokens in and out together. */
  readonly tokens?: number | undefined;
}

/** As it is told to observers. `usd` is null as soon as a call was made whose cost is not known. */
export interface Spent {
  readonly usd: number | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export interface Charge {
  readonly usd: number | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/**
 * One for all agents of a run. A call is let through while there is anything left besides what those under way may
 * cost, so that at most one comes on top. A call of unknown cost counts as tokens, and as no money.
 */
export class Budget {
  readonly limits: BudgetLimits;
  readonly #onChange: (spent: Spent) => void;
  #usd = 0;
  #isExact = true;
  #tokensIn = 0;
  #tokensOut = 0;
  /** What the calls under way may cost. */
  readonly #held = new Set<Charge>();

  /** `before` is what a run has used that goes on now. */
  constructor(limits: BudgetLimits, options: { before?: Spent; onChange?: (spent: Spent) => void } = {}) {
    this.limits = limits;
    this.#onChange = options.onChange ?? (() => {});
    if (options.before) this.#add(options.before);
  }

  get spent(): Spent {
    return { usd: this.#isExact ? this.#usd : null, tokensIn: this.#tokensIn, tokensOut: this.#tokensOut };
  }

  /** Dollars of the calls whose cost is known. */
  get knownUsd(): number {
    return this.#usd;
  }

  /** Which limit is reached, in words; undefined while there is anything left. */
  get exhausted(): string | undefined {
    const { usd, tokens } = this.limits;
    if (usd !== undefined && this.#usd >= usd) return `${usd} US dollars`;
    if (tokens !== undefined && this.#tokensIn + this.#tokensOut >= tokens) return `${tokens} tokens`;
    return undefined;
  }

  /** Whether those under way leave anything, if each costs what it may at most. */
  get hasRoom(): boolean {
    const held = [...this.#held];
    const usd = held.reduce((sum, charge) => sum + (charge.usd ?? 0), this.#usd);
    const tokens = held.reduce(
      (sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut,
      this.#tokensIn + this.#tokensOut,
    );
    return usd < (this.limits.usd ?? Infinity) && tokens < (this.limits.tokens ?? Infinity);
  }

  /** Holds back what a call may cost, until the end of what is given back. */
  hold(charge: Charge): () => void {
    this.#held.add(charge);
    return () => void this.#held.delete(charge);
  }

  charge(charge: Charge): void {
    this.#add(charge);
    this.#onChange(this.spent);
  }

  #add({ usd, tokensIn, tokensOut }: Charge): void {
    this.#isExact &&= usd !== null;
    this.#usd += usd ?? 0;
    this.#tokensIn += tokensIn;
    this.#tokensOut += tokensOut;
  }
}
