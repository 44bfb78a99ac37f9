import { PracticeError } from '@agent-factory/protocol';
import { unavailable } from '../errors.js';
import { Charge, type ChargeOptions } from './charge.js';
import type { Spent, SpentMoney } from './spent.js';

/** US dollars; 0 means no calls at all. */
interface Limits {
  readonly dayUsd: number;
  readonly sessionUsd: number;
}

interface BudgetOptions {
  readonly spent: SpentMoney;
  readonly limits: () => Promise<Limits>;
  readonly logFailure: (error: unknown, what: string) => void;
}

/** Sums of thousands of costs are off by less than this. */
const ROUNDING_USD = 1e-9;

/**
 * Sees to it that calls together never cost more than the student allows: each holds the most that it may cost before
 * it is sent, until it is known, and written down, what it has cost.
 */
export class Budget {
  readonly #options: BudgetOptions;
  readonly #open = new Set<Charge>();
  /** One call after the other is let in, or two could take the same money. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  /** `entry` is one for the next try in the log. Every charge has to be closed once its call is in the log. */
  open(sessionId: string | null, entry: ChargeOptions['entry']): Charge {
    const keep = (usd: number) => this.#options.spent.keep(sessionId, usd);
    const charge = new Charge({ sessionId, entry, keep, hold: (one, usd) => this.#hold(one, usd) });
    this.#open.add(charge);
    return charge;
  }

  close(charge: Charge): void {
    this.#open.delete(charge);
  }

  /** Spent, and what is under way. */
  figures(sessionId: string | null): Promise<Spent> {
    // Not while a call is being let in, which is for a moment both open and in the log.
    return this.#inTurn(() => this.#figures(sessionId));
  }

  /** What is used up already, so that no call can be made; undefined where one may fit. `isFree`: it costs nothing. */
  async reached(
    sessionId: string | null,
    { isFree }: { readonly isFree: boolean },
  ): Promise<PracticeError | undefined> {
    const wanted = { usd: 0, sessionId, isFull: !isFree };
    return reachedBy(await this.figures(sessionId), await this.#options.limits(), wanted);
  }

  #hold(charge: Charge, usd: number): Promise<void> {
    return this.#inTurn(async () => {
      const refused = await this.#check(charge.sessionId, usd);
      if (refused !== undefined) throw refused;
      await charge.letOut(usd);
    });
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(action);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #figures(sessionId: string | null): Promise<Spent> {
    const open = this.#sumOfOpen(sessionId);
    const spent = await this.#options.spent.read(sessionId);
    return { today: spent.today + open.today, session: spent.session + open.session };
  }

  async #check(sessionId: string | null, usd: number): Promise<PracticeError | undefined> {
    try {
      // What is open is counted first: a call that is written down meanwhile counts twice rather than not at all.
      return reachedBy(await this.#figures(sessionId), await this.#options.limits(), { usd, sessionId, isFull: false });
    } catch (error) {
      this.#options.logFailure(error, 'What models have cost cannot be read');
      return unavailable(
        'storage',
        'What models have cost so far cannot be read, so none is asked. Free some space on the disk, or start the practice server again.',
      );
    }
  }

  #sumOfOpen(sessionId: string | null): Spent {
    let today = 0;
    let session = 0;
    for (const charge of this.#open) {
      today += charge.total;
      if (sessionId !== null && charge.sessionId === sessionId) session += charge.total;
    }
    return { today, session };
  }
}

interface Wanted {
  readonly usd: number;
  readonly sessionId: string | null;
  /** Whether a limit that is reached exactly leaves no room. */
  readonly isFull: boolean;
}

const NAMES = { day: 'today', session: 'this session' } as const;

function reachedBy(spent: Spent, { dayUsd, sessionUsd }: Limits, wanted: Wanted): PracticeError | undefined {
  const sums = [
    { limit: 'day', limitUsd: dayUsd, spentUsd: spent.today },
    ...(wanted.sessionId === null
      ? []
      : [{ limit: 'session', limitUsd: sessionUsd, spentUsd: spent.session } as const]),
  ] as const;
  const over = sums.find(({ limitUsd, spentUsd }) => !fits(limitUsd, spentUsd, wanted));
  if (over === undefined) return undefined;
  const { limit, limitUsd, spentUsd } = over;
  const message = `Of the $${limitUsd.toFixed(2)} for models ${NAMES[limit]}, $${spentUsd.toFixed(2)} are spent or under way, and the next question may cost more than what is left. Raise the limit in the settings, or go on without; everything else works.`;
  return new PracticeError('budget_reached', message, { limit, limitUsd, spentUsd: rounded(spentUsd) });
}

function fits(limitUsd: number, spentUsd: number, { usd, isFull }: Wanted): boolean {
  if (limitUsd === 0) return false;
  // What costs nothing, as in a CLI that is paid by the month, is not held up by what something else has cost.
  if (usd === 0 && !isFull) return true;
  return isFull ? spentUsd < limitUsd - ROUNDING_USD : spentUsd + usd <= limitUsd + ROUNDING_USD;
}

/** To a hundredth of a cent, for people. */
function rounded(usd: number): number {
  return Math.round(usd * 10_000) / 10_000;
}
