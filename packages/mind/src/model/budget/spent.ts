import type { CoachTables } from '@agent-factory/coach/tables';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { beginOfDay } from './calendar.js';

const HOUR_MS = 3_600_000;
/**
 * A clock that is set back must not give the day's money again: what was paid up to this long after now counts as paid
 * today. No longer, so that a clock that was once a year ahead by mistake does not take the money of a year.
 */
const AHEAD_MS = 7 * 24 * HOUR_MS;
/** The type of the observer's calls, as the call log has it. */
const OBSERVER = 'observer_triage';

/** US dollars. */
export interface Spent {
  readonly today: number;
  /** 0 without a session. */
  readonly session: number;
}

/** Something that was paid and could not be written down. */
interface Unlogged {
  readonly at: number;
  readonly sessionId: string | null;
  readonly usd: number;
}

type Log = SelectQueryBuilder<CoachTables, 'coach_api_call_log', { usd: number }>;

/** Money in the call log: every call is in it, with what it cost. */
export class SpentMoney {
  readonly #store: Kysely<CoachTables>;
  readonly #now: () => number;
  /** Of a full disk, say. It is forgotten when the daemon ends. */
  readonly #unlogged: Unlogged[] = [];

  constructor(store: Kysely<CoachTables>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  keep(sessionId: string | null, usd: number): void {
    if (usd > 0) this.#unlogged.push({ at: this.#now(), sessionId, usd });
  }

  async read(sessionId: string | null): Promise<Spent> {
    const now = this.#now();
    const begin = beginOfDay(now);
    const session = sessionId === null ? 0 : await usd(this.#log().where('session_id', '=', sessionId));
    const today = await usd(this.#since(begin));
    return {
      today: today + this.#beside(({ at }) => at >= begin),
      session: session + this.#beside((one) => sessionId !== null && one.sessionId === sessionId),
    };
  }

  async observerLastHour(): Promise<number> {
    return usd(this.#since(this.#now() - HOUR_MS).where('call_type', '=', OBSERVER));
  }

  #since(begin: number): Log {
    const end = this.#now() + AHEAD_MS;
    return this.#log().where('created_at', '>=', iso(begin)).where('created_at', '<', iso(end));
  }

  #log(): Log {
    return this.#store
      .selectFrom('coach_api_call_log')
      .select(sql<number>`coalesce(sum(cost_estimate + cost_beyond), 0)`.as('usd'));
  }

  #beside(counts: (one: Unlogged) => boolean): number {
    return this.#unlogged.filter(counts).reduce((sum, one) => sum + one.usd, 0);
  }
}

async function usd(log: Log): Promise<number> {
  return (await log.executeTakeFirstOrThrow()).usd;
}

const iso = (at: number) => new Date(at).toISOString();
