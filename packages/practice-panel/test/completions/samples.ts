import type { Completion } from '../../src/client/completions/outbox.js';

/** The id of a completion, by its number. */
export function eventId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function completion(number: number, facts: Partial<Completion> = {}): Completion {
  return {
    eventId: eventId(number),
    exerciseId: `exercise-${number}`,
    xp: 150,
    completedAt: '2026-03-01T09:59:00.000Z',
    ...facts,
  };
}
