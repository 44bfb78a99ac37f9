import { describe, expect, it } from 'vitest';
import {
  answered,
  type Completion,
  EMPTY_OUTBOX,
  MAX_WAITING,
  type Moment,
  nextAttemptIn,
  nextDue,
  type Outbox,
  withCompletions,
} from '../../src/client/completions/outbox.js';
import {
  GIVE_UP_AFTER_MS,
  LEAST_ATTEMPTS,
  LONGEST_PAUSE_MS,
  pauseAfter,
  REFUSED_PAUSE_MS,
} from '../../src/client/completions/pauses.js';
import { standingIn } from '../../src/client/completions/standing.js';
import { completion, eventId } from './samples.js';

const NOW = Date.parse('2026-03-01T10:00:00Z');
const NONE: ReadonlySet<string> = new Set();
const EVEN = 0.5;

function moment(facts: Partial<Moment> = {}): Moment {
  return { now: NOW, urgency: 'due', userId: undefined, ...facts };
}

function holding(...completions: readonly Completion[]): Outbox {
  return withCompletions(EMPTY_OUTBOX, completions, moment());
}

/** The same answer to whatever is due, as long as anything is. */
function later(outbox: Outbox, times: number, from = NOW): { outbox: Outbox; now: number } {
  let now = from;
  let current = outbox;
  for (let count = 0; count < times; count += 1) {
    now += nextAttemptIn(current, { now, userId: undefined }) ?? 0;
    const item = nextDue(current, moment({ now }), NONE);
    current = answered(current, item?.eventId ?? '', { kind: 'later', answered: false }, now, EVEN);
  }
  return { outbox: current, now };
}

describe('the outbox of completions', () => {
  it('[practice-environment 4.4 outbox] holds each completion once, however often it is learned of', () => {
    const [first, second] = [completion(1), completion(2)];
    const outbox = withCompletions(holding(first), [first, second, second], moment());
    expect(outbox.waiting.map((item) => item.eventId)).toEqual([eventId(1), eventId(2)]);
    const told = answered(outbox, eventId(1), { kind: 'taken' }, NOW, EVEN);
    expect(withCompletions(told, [first], moment())).toBe(told);
    expect(standingIn(told, first.exerciseId)).toEqual({ status: 'told' });
  });

  it('[practice-environment 4.4 outbox] waits longer and longer, up to an hour', () => {
    const pauses = Array.from({ length: 8 }, (_, index) => pauseAfter(index + 1, EVEN));
    expect(pauses.every((pause, index) => pause >= (pauses[index - 1] ?? 0))).toBe(true);
    expect(pauses[0]).toBe(5000);
    expect(pauses.at(-1)).toBe(3_600_000);
    expect(Math.max(pauseAfter(9, 1), pauseAfter(0, 1))).toBeLessThanOrEqual(LONGEST_PAUSE_MS);
  });

  it('offers nothing in a pause, unless somebody asks for it', () => {
    const { outbox, now } = later(holding(completion(1)), 3);
    expect(nextDue(outbox, moment({ now }), NONE)).toBeUndefined();
    expect(nextDue(outbox, moment({ now, urgency: 'waiting' }), NONE)?.eventId).toBe(eventId(1));
    expect(standingIn(outbox, completion(1).exerciseId)).toEqual({ status: 'waiting' });
  });

  it('does not let one that the endpoint cannot digest keep the others back', () => {
    const outbox = answered(
      holding(completion(1), completion(2)),
      eventId(1),
      { kind: 'later', answered: true },
      NOW,
      EVEN,
    );
    expect(nextDue(outbox, moment({ urgency: 'waiting' }), NONE)?.eventId).toBe(eventId(2));
  });

  it('[practice-environment 4.4 refused] keeps what was refused, with the reason, and offers it rarely', () => {
    const refused = answered(holding(completion(1)), eventId(1), { kind: 'refused', why: 'unknown user' }, NOW, EVEN);
    expect(standingIn(refused, completion(1).exerciseId)).toEqual({ status: 'refused', why: 'unknown user' });
    expect(nextAttemptIn(refused, moment())).toBe(REFUSED_PAUSE_MS);
    expect(nextDue(refused, moment({ urgency: 'waiting' }), NONE)).toBeUndefined();
    expect(nextDue(refused, moment({ urgency: 'all' }), NONE)?.eventId).toBe(eventId(1));
    expect(nextDue(refused, moment({ now: NOW + REFUSED_PAUSE_MS }), NONE)?.eventId).toBe(eventId(1));
  });

  it('[practice-environment 4.4 give-up] gives one up after 30 days of trying, and says so', () => {
    const days = later(holding(completion(1)), 40);
    expect(days.outbox).toMatchObject({ givenUp: 0, waiting: [{ eventId: eventId(1) }] });
    const at = NOW + GIVE_UP_AFTER_MS + 1;
    const outbox = answered(days.outbox, eventId(1), { kind: 'later', answered: false }, at, EVEN);
    expect(outbox).toMatchObject({ givenUp: 1, waiting: [] });
  });

  it('[practice-environment 4.4 clock] gives nothing up because a clock has jumped ahead', () => {
    const at = NOW + 400 * 24 * 3_600_000;
    const { outbox } = later(holding(completion(1)), LEAST_ATTEMPTS - 1, at);
    expect(outbox).toMatchObject({ givenUp: 0, waiting: [{ attempts: LEAST_ATTEMPTS - 1 }] });
  });

  it('[practice-environment 4.4 clock] does not wait a year because a clock was put back by one', () => {
    const { outbox, now } = later(holding(completion(1)), 5);
    const back = now - 365 * 24 * 3_600_000;
    expect(nextAttemptIn(outbox, { now: back, userId: undefined })).toBe(0);
    expect(nextDue(outbox, moment({ now: back }), NONE)?.eventId).toBe(eventId(1));
  });

  it('gives up the oldest where there are too many', () => {
    const many = Array.from({ length: MAX_WAITING + 3 }, (_, index) => completion(index));
    const outbox = holding(...many);
    expect(outbox).toMatchObject({ givenUp: 3 });
    expect(outbox.waiting).toHaveLength(MAX_WAITING);
    expect(outbox.waiting[0]?.eventId).toBe(eventId(3));
  });

  it('[practice-environment 4.4 user] tells nobody’s completion under the name of another', () => {
    const outbox = withCompletions(EMPTY_OUTBOX, [completion(1)], moment({ userId: 'maya' }));
    expect(nextDue(outbox, moment({ userId: 'noor', urgency: 'all' }), NONE)).toBeUndefined();
    expect(nextAttemptIn(outbox, moment({ userId: 'noor' }))).toBeUndefined();
    expect(nextDue(outbox, moment({ userId: 'maya' }), NONE)?.userId).toBe('maya');
  });

  it('[practice-environment 4.4 user] tells everything where the site no longer says who is signed in', () => {
    const outbox = withCompletions(EMPTY_OUTBOX, [completion(1)], moment({ userId: 'maya' }));
    expect(nextDue(outbox, moment(), NONE)?.userId).toBe('maya');
    expect(nextAttemptIn(outbox, moment())).toBe(0);
  });

  it('changes nothing for an answer to what another tab has told', () => {
    const outbox = holding(completion(1));
    expect(answered(outbox, eventId(9), { kind: 'taken' }, NOW, EVEN)).toBe(outbox);
  });
});
