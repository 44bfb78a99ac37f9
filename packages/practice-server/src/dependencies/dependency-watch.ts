import type { AgentList } from '@agent-factory/agent-cli';
import { PracticeError } from '@agent-factory/protocol';
import type { EventLog } from '../events/event-log.js';
import type { Logger } from '../system/log.js';
import type { Dependencies } from './dependencies.js';
import { nextStep } from './steps.js';

/** How often what is missing is looked for, in milliseconds: a student who has installed it looks at the page. */
const LOOK_EVERY_MS = 2000;
/** Starts that failed and are remembered: those of a student who tries several exercises. */
const MAX_MISSED = 20;

export interface DependencyWatchOptions {
  readonly dependencies: Dependencies;
  readonly agents: AgentList;
  readonly events: EventLog;
  readonly log: Logger;
  /** Aborts when the daemon closes. */
  readonly closing: AbortSignal;
}

/**
 * Tells by an event when the student has installed what was missing, so that no page has to ask. It looks only while
 * something is missing and somebody reads the events.
 */
export class DependencyWatch {
  readonly #options: DependencyWatchOptions;
  /** What starts have failed for, by the exercise or the agent; each looks again, and rejects while it is missing. */
  readonly #missed = new Map<string, () => Promise<void>>();
  #told: string | undefined;
  #isLooking = false;

  constructor(options: DependencyWatchOptions) {
    this.#options = options;
    options.dependencies.onLookedUp = () => this.#tell(false);
    const timer = setInterval(() => void this.#lookIfDue(), LOOK_EVERY_MS);
    timer.unref();
    options.closing.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  /** Does what requires programs. If one is missing, it is looked for from then on, and the error is passed on. */
  async requiring(name: string, require: () => Promise<void>): Promise<void> {
    try {
      await require();
    } catch (error) {
      if (isMissing(error)) this.#remember(name, require);
      throw error;
    }
  }

  #remember(name: string, require: () => Promise<void>): void {
    this.#missed.delete(name);
    this.#missed.set(name, require);
    const [oldest] = this.#missed.keys();
    if (this.#missed.size > MAX_MISSED && oldest !== undefined) this.#missed.delete(oldest);
  }

  async #lookIfDue(): Promise<void> {
    const { events, log } = this.#options;
    if (this.#isLooking || events.readers === 0) return;
    this.#isLooking = true;
    try {
      const isMended = await this.#lookForMissed();
      await this.#lookAtHealth(isMended);
    } catch (error) {
      log.warn({ err: error }, 'What is missing could not be looked for');
    } finally {
      this.#isLooking = false;
    }
  }

  /** True if a start that has failed would find everything now. */
  async #lookForMissed(): Promise<boolean> {
    let isMended = false;
    for (const [name, require] of [...this.#missed]) {
      const error: unknown = await require().then(
        () => undefined,
        (reason) => reason,
      );
      // Any other error says nothing of programs: the student's next start will tell.
      if (isMissing(error)) continue;
      this.#missed.delete(name);
      isMended = true;
    }
    return isMended;
  }

  async #lookAtHealth(isMended: boolean): Promise<void> {
    const { dependencies, agents } = this.#options;
    const known = nextStep(dependencies.latest, agents);
    if (known !== undefined || this.#told !== undefined) await dependencies.lookAgain();
    this.#tell(isMended);
  }

  #tell(isMended: boolean): void {
    const { dependencies, agents, events } = this.#options;
    const step = nextStep(dependencies.latest, agents);
    if (step?.reason === this.#told && !isMended) return;
    this.#told = step?.reason;
    const data = { healthy: step === undefined, ...(step && { reason: step.reason }) };
    events.append({ type: 'health_changed', data });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof PracticeError && error.code === 'dependency_missing';
}
