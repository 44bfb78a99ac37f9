import { setTimeout as delay } from 'node:timers/promises';
import type { Charge } from '../budget/charge.js';
import type { Failure } from '../question.js';

/** Tries after the first one, as many as the SDK's own. */
const MAX_RETRIES = 2;
/** Milliseconds before the first of them where the vendor names no time, twice as many before the next; up to so many. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8000;
/** Share of a wait that is taken off by chance, so that clients that have failed together do not come back together. */
const JITTER = 0.25;
/** Milliseconds that the vendor may ask for; whoever is told to wait longer is told so, and may ask again. */
const MAX_ASKED_MS = 60_000;
/** Besides those of 500 and more: a timeout, a lock and a limit that will be over. */
const AGAIN: ReadonlySet<number> = new Set([408, 409, 429]);

export interface Tries<T> {
  /** Sends the request once. */
  readonly send: () => Promise<T>;
  readonly failureOf: (error: unknown) => Failure;
  readonly charge: Charge;
  /** US dollars that one request may cost at most. */
  readonly usd: number;
  readonly signal: AbortSignal;
  /** Milliseconds that are left for the whole call. */
  readonly leftMs: () => number;
  /** A try is over, with all that it has cost. */
  readonly onFailed: () => void;
}

/**
 * Sends a request up to three times, by the SDK's own rules. Not by the SDK itself: of its tries, the budget and the log
 * would know one, and each may be paid. Throws what `send` throws, and `budget_reached`.
 */
export async function withRetries<T>({ send, failureOf, charge, usd, signal, leftMs, onFailed }: Tries<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    await charge.hold(usd);
    try {
      return await send();
    } catch (error) {
      const waitMs = waitBefore(error, failureOf, retries);
      if (waitMs === undefined || signal.aborted || waitMs >= leftMs()) throw error;
      if (failureOf(error).mayHaveCost) charge.settleInFull();
      else charge.settle(0);
      await charge.failed();
      onFailed();
      await delay(waitMs, undefined, { signal });
    }
  }
}

/** Milliseconds before the next try; undefined where there is none. */
function waitBefore(error: unknown, failureOf: Tries<unknown>['failureOf'], retries: number): number | undefined {
  if (retries >= MAX_RETRIES || !mayHelp(error, failureOf)) return undefined;
  const askedMs = askedWait(headersOf(error));
  if (askedMs !== undefined) return askedMs <= MAX_ASKED_MS ? askedMs : undefined;
  return Math.min(FIRST_WAIT_MS * 2 ** retries, MAX_WAIT_MS) * (1 - Math.random() * JITTER);
}

function mayHelp(error: unknown, failureOf: Tries<unknown>['failureOf']): boolean {
  const { status } = error as { status?: unknown };
  if (typeof status !== 'number') return isConnection(failureOf(error));
  const said = headersOf(error)?.get('x-should-retry');
  if (said === 'true' || said === 'false') return said === 'true';
  return AGAIN.has(status) || status >= 500;
}

function isConnection({ error }: Failure): boolean {
  return 'facts' in error && (error.facts as { reason?: unknown }).reason === 'network';
}

/** Milliseconds that the vendor asks for: with its own header, or in seconds or as a date with the standard one. */
function askedWait(headers: Headers | undefined): number | undefined {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms > 0) return ms;
  const text = headers?.get('retry-after') ?? '';
  const seconds = Number.parseFloat(text);
  const asked = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return asked > 0 ? asked : undefined;
}

function headersOf(error: unknown): Headers | undefined {
  const { headers } = error as { headers?: unknown };
  return headers instanceof Headers ? headers : undefined;
}
