import type { Kata, Review } from '@agent-factory/protocol/mind';

/** A kata with an open constraint and a locked one, and two attempts. */
export const KATA: Kata = {
  ...{ id: 'k1', title: 'Running totals', topic: 'Iteration', attemptsCount: 2, bestLevel: 3, constraintCount: 2 },
  description: 'Write running(prices).\nAn empty list gives <i>an empty list</i>.',
  scaffoldingCode: 'def running(prices):\n    ...\n',
  constraints: [
    { title: 'No index', description: 'Go through the prices.', minLevel: 1, unlocked: true },
    { title: 'Only itertools', description: 'No loop of your own.', minLevel: 5, unlocked: false },
  ],
  attempts: [
    {
      ...{ code: 'first', review: 'Nearly.', level: 2, passed: false },
      ...{ constraints: [], at: '2026-11-20T10:00:00.000Z' },
    },
    {
      ...{ code: 'second', review: 'It is right.', level: 3, passed: true },
      ...{ constraints: [], at: '2026-11-21T10:00:00.000Z' },
    },
  ],
};

export const OTHER_KATA: Kata = {
  ...KATA,
  ...{ id: 'k/2', title: 'Empty baskets', attemptsCount: 0, bestLevel: null, attempts: [] },
};

export const REVIEW: Review = {
  kataId: 'k1',
  correct: true,
  feedback: 'You keep <b>the sum</b>.',
  level: 6,
  passed: true,
  followUp: { type: 'constraint_escalation', constraint: 'Without a loop.', reason: 'You know loops by now.' },
  dreyfusSignal: 'advancing',
  unlockedConstraints: [{ title: 'Only itertools', description: 'No loop of your own.', minLevel: 5 }],
};

/** The kata once that review is kept with it. */
export const REVIEWED_KATA: Kata = {
  ...KATA,
  ...{ attemptsCount: 3, bestLevel: 6 },
  constraints: KATA.constraints.map((constraint) => ({ ...constraint, unlocked: true })),
  attempts: [
    ...KATA.attempts,
    {
      ...{ code: 'third', review: REVIEW.feedback, level: 6, passed: true },
      ...{ constraints: [], at: '2026-11-22T10:00:00.000Z' },
    },
  ],
};
