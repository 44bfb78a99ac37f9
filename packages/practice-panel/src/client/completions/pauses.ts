const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Pauses between attempts while the endpoint does not answer, in milliseconds; the last is repeated. */
const PAUSES_MS = [5000, 15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS] as const;

/** Pauses are this much shorter or longer by chance, so that not all students ask at once when the endpoint is back. */
const JITTER = 0.2;

/** No pause of an endpoint that does not answer is longer, in milliseconds. */
export const LONGEST_PAUSE_MS = HOUR_MS * (1 + JITTER);

/** Time after which a refused completion is offered again in milliseconds: somebody may have mended the endpoint. */
export const REFUSED_PAUSE_MS = 12 * HOUR_MS;

/** A completion that was not taken for so long is given up; the daemon's log does not know it any longer either. */
export const GIVE_UP_AFTER_MS = 30 * DAY_MS;

/** But not before so many attempts: a clock that has jumped ahead by a year proves nothing. */
export const LEAST_ATTEMPTS = 10;

/** The pause after so many failures in a row. `chance` is between 0 and 1. */
export function pauseAfter(failures: number, chance: number): number {
  const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? PAUSES_MS[0];
  return Math.round(pause * (1 + JITTER * (2 * chance - 1)));
}

/**
 * What is left of a pause in milliseconds. It is never longer than `most`, so whatever ends later was written by a
 * clock that has been put back since, and is over.
 */
export function pauseLeft(until: number, now: number, most: number): number {
  const left = until - now;
  return left > most ? 0 : Math.max(0, left);
}
