import { env } from 'node:process';

/**
 * Says which of the things that are tried in turns are due, as a whole number: `npm test -- --in-turns` makes it of the
 * commit. Without it, all of them are.
 */
const TURN = 'PRACTICE_TEST_TURN';

/**
 * Whether this run tries `one` of `all`, which behave alike and are slow: the same promise by each real CLI, the same
 * picture in each size. Of each `turns` that follow one another, one has the turn. Another commit gives it to another; the
 * same commit always to the same, so that a failure can be repeated.
 */
export function hasTurn<T>(all: readonly T[], one: T, turns = all.length): boolean {
  const turn = env[TURN];
  return !turn || all.indexOf(one) % turns === Number(turn) % turns;
}
