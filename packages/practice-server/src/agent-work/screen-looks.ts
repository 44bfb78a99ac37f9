import type { AgentState } from '@agent-factory/protocol/events';
import type { WorkNews } from './agent-states.js';

/** Between two looks at an agent that works, in milliseconds; each costs a process of some milliseconds. */
const LOOK_MS = 1000;
/**
 * Whoever works moves something on the screen at least once a second; but Codex, while it writes an answer whose model
 * takes its time. Whoever starts may take a while to begin.
 */
const STILL_MS = 4000;
const TOLD_STILL_MS = 30_000;
const STARTED_MS = 8000;
/** The first look at a question, and the longest time between two: somebody may be thinking, or be gone. */
const FIRST_ASKING_MS = 1500;
const LONGEST_ASKING_MS = 30_000;
/** After the student has pressed a key, a dialog closes within this time, in milliseconds. */
const AFTER_KEY_MS = 400;

export interface ScreenLooksOptions {
  /** The screen as lines of plain text; undefined if it could not be looked at. */
  readonly look: () => Promise<string | undefined>;
  readonly asks: (screen: string) => boolean;
  /** Whether something else tells as a rule that the agent has come to rest. */
  readonly isToldOfRest: boolean;
  /** What the agent does, as far as that is known. */
  readonly state: () => AgentState | undefined;
  readonly onNews: (news: WorkNews) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Looks at the screen while an agent starts, works or asks, for what nothing else tells: that it asks, that a question
 * was answered, or that it has come to rest. An agent that waits is not looked at.
 */
export class ScreenLooks {
  readonly #options: ScreenLooksOptions;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #last: { readonly screen: string; readonly since: number } | undefined;
  /** A question was seen: what is known from elsewhere only, no look takes back. */
  #hasSeenQuestion = false;
  #askingMs = FIRST_ASKING_MS;

  constructor(options: ScreenLooksOptions) {
    this.#options = options;
  }

  /** The state has changed. */
  handleState(state: AgentState): void {
    this.#last = undefined;
    if (state !== 'asking') this.#hasSeenQuestion = false;
    this.#askingMs = FIRST_ASKING_MS;
    this.#schedule(state === 'asking' ? FIRST_ASKING_MS : LOOK_MS);
  }

  /** The student has pressed a key, which may have answered a question. */
  handleKey(): void {
    if (this.#options.state() !== 'asking') return;
    this.#askingMs = FIRST_ASKING_MS;
    this.#schedule(AFTER_KEY_MS);
  }

  /** Looks once, whatever the state is: it may be out of date. */
  lookSoon(): void {
    this.#schedule(AFTER_KEY_MS, true);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(delayMs: number, always = false): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || (!always && !isLookedAt(this.#options.state()))) return;
    const look = () => this.#look().catch((error) => this.#options.onFailure(error));
    this.#timer = setTimeout(() => void look(), delayMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const before = this.#options.state();
    const screen = await this.#options.look();
    if (this.#isClosed || before !== this.#options.state()) return;
    if (screen !== undefined) this.#judge(screen, before);
    if (before === 'asking') this.#askingMs = Math.min(this.#askingMs * 2, LONGEST_ASKING_MS);
    this.#schedule(before === 'asking' ? this.#askingMs : LOOK_MS);
  }

  #judge(screen: string, state: AgentState | undefined): void {
    const asks = this.#options.asks(screen);
    if (asks) this.#hasSeenQuestion = true;
    if (asks && state !== 'asking') this.#tell('asking');
    else if (!asks && state === 'asking' && this.#hasSeenQuestion) this.#tell('working');
    else if (!asks && isMoving(state) && this.#isStill(screen, state)) this.#tell('waiting');
  }

  #isStill(screen: string, state: AgentState | undefined): boolean {
    const now = performance.now();
    if (this.#last?.screen !== screen) this.#last = { screen, since: now };
    const whenAtWork = this.#options.isToldOfRest ? TOLD_STILL_MS : STILL_MS;
    return screen.trim() !== '' && now - this.#last.since >= (state === 'starting' ? STARTED_MS : whenAtWork);
  }

  #tell(state: AgentState): void {
    this.#options.onNews({ state, source: 'screen' });
  }
}

function isMoving(state: AgentState | undefined): boolean {
  return state === 'starting' || state === 'working';
}

function isLookedAt(state: AgentState | undefined): boolean {
  return state === 'asking' || isMoving(state);
}
