import {
  GIVE_UP_AFTER_MS,
  LEAST_ATTEMPTS,
  LONGEST_PAUSE_MS,
  pauseAfter,
  pauseLeft,
  REFUSED_PAUSE_MS,
} from './pauses.js';

/** A completed exercise, as the daemon's log has it. */
export interface Completion {
  /** The same wherever this completion is told. */
  readonly eventId: string;
  readonly exerciseId: string;
  readonly xp: number;
  /** ISO 8601. */
  readonly completedAt: string;
}

/** A completion that the endpoint has not taken. Times are in milliseconds since 1970, by this machine's clock. */
export interface WaitingCompletion extends Completion {
  /** Whose it is, if somebody was signed in when the page learned of it. */
  readonly userId?: string | undefined;
  /** When the page learned of it. */
  readonly since: number;
  readonly attempts: number;
  /** What the endpoint says against it, and when it is asked again. */
  readonly refused?: { readonly why: string; readonly retryAt: number } | undefined;
}

/** What this browser knows of completions. */
export interface Outbox {
  /** The first is offered first. */
  readonly waiting: readonly WaitingCompletion[];
  /** What was taken last, the latest at the end. */
  readonly told: readonly Pick<Completion, 'eventId' | 'exerciseId'>[];
  /** How many were given up since the student was last told so. */
  readonly givenUp: number;
  /** How often in a row the endpoint has not answered as it should, and when it is asked again. */
  readonly failures: number;
  readonly retryAt: number;
  /** The place in the daemon's log up to which completions are known. */
  readonly cursor?: string | undefined;
}

export const EMPTY_OUTBOX: Outbox = { waiting: [], told: [], givenUp: 0, failures: 0, retryAt: 0 };

/** Most completions that wait; of more, the oldest are given up. A course has a few dozen. */
export const MAX_WAITING = 200;
/** Most that are known as told: enough for every exercise that may be on the page. */
export const MAX_TOLD = 200;

/** How the endpoint has answered. `later`: not as it should; `answered` tells whether it did at all. */
export type Answer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'later'; readonly answered: boolean };

/** What is asked of an attempt: what is due by its pauses, all that was not refused, or everything. */
export type Urgency = 'due' | 'waiting' | 'all';

export interface Moment {
  readonly now: number;
  readonly urgency: Urgency;
  /** Who is signed in. Whoever else's completion waits for its owner. */
  readonly userId: string | undefined;
}

/** Adds what was not known yet, in its order. */
export function withCompletions(
  outbox: Outbox,
  completions: readonly Completion[],
  { now, userId }: Pick<Moment, 'now' | 'userId'>,
): Outbox {
  const known = new Set([...outbox.waiting, ...outbox.told].map(({ eventId }) => eventId));
  const added = completions
    .filter(({ eventId }) => !known.has(eventId) && known.add(eventId))
    .map((completion) => ({ ...completion, since: now, attempts: 0, ...(userId !== undefined && { userId }) }));
  if (added.length === 0) return outbox;
  const all = [...outbox.waiting, ...added];
  const dropped = Math.max(0, all.length - MAX_WAITING);
  return { ...outbox, waiting: all.slice(dropped), givenUp: outbox.givenUp + dropped };
}

/** The completion to offer now, of those that were not `tried`. */
export function nextDue(outbox: Outbox, moment: Moment, tried: ReadonlySet<string>): WaitingCompletion | undefined {
  const isPaused = moment.urgency === 'due' && pauseLeft(outbox.retryAt, moment.now, LONGEST_PAUSE_MS) > 0;
  if (isPaused) return undefined;
  return outbox.waiting.find(
    (item) => !tried.has(item.eventId) && isOf(item, moment.userId) && isOffered(item, moment),
  );
}

/** Time until something of this student's is due in milliseconds; undefined if nothing waits. */
export function nextAttemptIn(
  { waiting, retryAt }: Outbox,
  { now, userId }: Pick<Moment, 'now' | 'userId'>,
): number | undefined {
  const own = waiting.filter((item) => isOf(item, userId));
  if (own.length === 0) return undefined;
  const least = Math.min(...own.map((item) => refusedFor(item, now)));
  return Math.max(least, pauseLeft(retryAt, now, LONGEST_PAUSE_MS));
}

/** What follows from an answer to one completion. `chance` is between 0 and 1. */
export function answered(outbox: Outbox, eventId: string, answer: Answer, now: number, chance: number): Outbox {
  const item = outbox.waiting.find((entry) => entry.eventId === eventId);
  if (item === undefined) return outbox; // another tab has told it
  const others = outbox.waiting.filter((entry) => entry !== item);
  const isUp = { failures: 0, retryAt: 0 };
  switch (answer.kind) {
    case 'taken':
      return { ...outbox, ...isUp, waiting: others, told: withTold(outbox.told, item) };
    case 'refused': {
      const refused = { why: answer.why, retryAt: now + REFUSED_PAUSE_MS };
      return { ...outbox, ...isUp, ...keptOrGivenUp(outbox, others, { ...item, refused }, now) };
    }
    case 'later': {
      const failures = outbox.failures + 1;
      const kept = keptOrGivenUp(outbox, others, item, now);
      // One that the endpoint cannot digest must not keep the others from it.
      return { ...outbox, ...kept, failures, retryAt: now + pauseAfter(failures, chance) };
    }
  }
}

/** Nobody is signed in, so nobody was asked. */
export function postponed(outbox: Outbox, now: number, chance: number): Outbox {
  const failures = outbox.failures + 1;
  return { ...outbox, failures, retryAt: now + pauseAfter(failures, chance) };
}

function keptOrGivenUp(outbox: Outbox, others: readonly WaitingCompletion[], item: WaitingCompletion, now: number) {
  // A clock that was put back makes it young again, which is better than to give it up.
  const tried = { ...item, since: Math.min(item.since, now), attempts: item.attempts + 1 };
  const isGivenUp = now - tried.since > GIVE_UP_AFTER_MS && tried.attempts >= LEAST_ATTEMPTS;
  return isGivenUp ? { waiting: others, givenUp: outbox.givenUp + 1 } : { waiting: [...others, tried] };
}

function withTold(told: Outbox['told'], { eventId, exerciseId }: Completion): Outbox['told'] {
  return [...told, { eventId, exerciseId }].slice(-MAX_TOLD);
}

function isOf(item: WaitingCompletion, userId: string | undefined): boolean {
  return item.userId === undefined || userId === undefined || item.userId === userId;
}

function isOffered(item: WaitingCompletion, { now, urgency }: Moment): boolean {
  return urgency === 'all' || refusedFor(item, now) === 0;
}

function refusedFor({ refused }: WaitingCompletion, now: number): number {
  return refused === undefined ? 0 : pauseLeft(refused.retryAt, now, REFUSED_PAUSE_MS);
}
