import { describe } from 'vitest';
import { hasTurn } from '../src/machine/turns.js';

/** As `describe.each` of `all`, where those that do not have the turn are skipped. */
export function describeInTurn<T extends string>(all: readonly T[], title: string, tests: (one: T) => void): void {
  for (const one of all) describe.skipIf(!hasTurn(all, one))(title.replace('%s', one), () => tests(one));
}
