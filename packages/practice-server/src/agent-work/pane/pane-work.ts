import type { AgentState } from '@agent-factory/protocol/events';

/** What a program prints so soon after a key shows that key, in milliseconds. */
const ECHO_MS = 400;
/** Whoever prints for this long is at work; a clock in a corner is not. */
const BURST_MS = 300;
/** Output that comes within this time belongs together, in milliseconds. */
const TOGETHER_MS = 900;
/** Whoever prints nothing for this long waits for somebody. */
const QUIET_MS = 1500;

export interface PaneWorkOptions {
  readonly state: () => AgentState | undefined;
  readonly onState: (state: AgentState) => void;
  /** It has come to rest: whether it asks is on its screen. */
  readonly onQuiet: () => void;
}

/** What a program does of which nothing is known but when it prints. */
export class PaneWork {
  readonly #options: PaneWorkOptions;
  #typedAt = Number.NEGATIVE_INFINITY;
  #burst: { readonly since: number; last: number } | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PaneWorkOptions) {
    this.#options = options;
    this.#restSoon();
  }

  handleInput(now = performance.now()): void {
    this.#typedAt = now;
    this.#burst = undefined;
  }

  handleOutput(now = performance.now()): void {
    this.#restSoon();
    if (now - this.#typedAt < ECHO_MS) return;
    if (this.#burst === undefined || now - this.#burst.last > TOGETHER_MS) this.#burst = { since: now, last: now };
    this.#burst.last = now;
    const state = this.#options.state();
    if (now - this.#burst.since >= BURST_MS && state !== 'starting' && state !== 'working')
      this.#options.onState('working');
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#quiet);
  }

  #restSoon(): void {
    if (this.#isClosed) return;
    this.#quiet ??= setTimeout(() => {
      this.#quiet = undefined;
      this.#options.onQuiet();
    }, QUIET_MS);
    this.#quiet.refresh();
  }
}
