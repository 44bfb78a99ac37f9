import { PracticeError } from '@agent-factory/protocol';

interface PaceLimits {
  /** Calls that can come all at once. */
  readonly burst: number;
  /** Calls that come again with every second. */
  readonly perSecond: number;
}

/**
 * No model reads faster than this for long, and one that begins reads some dozens of files at once. What fills the log
 * is bounded with it: its share for looks (50,000) lasts for hours, whatever an agent does.
 */
const LOOKS: PaceLimits = { burst: 60, perSecond: 5 };
/** More than anybody can follow with their eyes. */
const POINTING: PaceLimits = { burst: 300, perSecond: 30 };

const MS_PER_SECOND = 1000;

/** How often something may be called: a bucket of calls, which fills again evenly. */
class Pace {
  readonly #limits: PaceLimits;
  #left: number;
  #at = performance.now();

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#left = limits.burst;
  }

  /** Throws `too_many_requests`, which says for how long to wait. */
  take(): void {
    this.#fill();
    if (this.#left < 1) throw tooFast(Math.ceil((1 - this.#left) / this.#limits.perSecond));
    this.#left -= 1;
  }

  /** The last call has taken as much as so many more. */
  charge(more: number): void {
    this.#left -= more;
  }

  #fill(): void {
    const { burst, perSecond } = this.#limits;
    const now = performance.now();
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / MS_PER_SECOND) * perSecond);
    this.#at = now;
  }
}

/** Of one project: however many connections its agent has, they share them. */
export interface Paces {
  readonly looks: Pace;
  readonly pointing: Pace;
}

export function newPaces(): Paces {
  return { looks: new Pace(LOOKS), pointing: new Pace(POINTING) };
}

function tooFast(seconds: number): PracticeError {
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
  const message = `Too many calls in a short time. Wait ${wait}, then go on with what you need most.`;
  return new PracticeError('too_many_requests', message, { waitSeconds: seconds });
}
