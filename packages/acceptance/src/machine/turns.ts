import { createHash } from 'node:crypto';
import { env } from 'node:process';

/**
 * Says which of the things that are tried in turns are due, as a whole number: `npm test -- --in-turns` makes it of the
 * commit. Without it, all of them are.
 */
const TURN = 'PRACTICE_TEST_TURN';

/**
 * Whether this run tries `one` of `all`, which behave alike and are slow: the same promise by each real CLI, the same
 * picture in each size. Of each `turns` that follow one another, one has the turn: as good as any for the next commit, and
 * always the same for the same one, so that a failure can be repeated.
 */
export function hasTurn<T>(all: readonly T[], one: T, turns = all.length): boolean {
  return isTurnOf(all.indexOf(one), turns);
}

/** As `hasTurn`, of things that are too many and too scattered for a list: the name of each says which turn it has. */
export function isDue(name: string, turns: number): boolean {
  return isTurnOf(createHash('sha256').update(name).digest().readUInt32BE(), turns);
}

function isTurnOf(index: number, turns: number): boolean {
  const turn = env[TURN];
  if (turn && !/^\d+$/.test(turn)) throw new Error(`${TURN} is no whole number: ${turn}`);
  return !turn || index % turns === Number(turn) % turns;
}
