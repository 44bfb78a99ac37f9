import { afterEach, expect, it, vi } from 'vitest';
import { readOptions } from '../../src/bench/options.js';
import { hasTurn, isDue } from '../../src/machine/turns.js';

const TURN = 'PRACTICE_TEST_TURN';
const ALL = ['a', 'b', 'c', 'd'];

afterEach(() => vi.unstubAllEnvs());

it.each([undefined, ''])('everything is tried where the turn is %j', (turn) => {
  vi.stubEnv(TURN, turn);
  expect(ALL.filter((one) => hasTurn(ALL, one))).toEqual(ALL);
});

it.each([
  ['0', ['a']],
  ['3', ['d']],
  ['4294967295', ['d']],
])('in the turn %s, %j is tried', (turn, tried) => {
  vi.stubEnv(TURN, turn);
  expect(ALL.filter((one) => hasTurn(ALL, one))).toEqual(tried);
});

it.each(['x', '-1', '1.5', ' '])('the turn %j is refused, as nothing would be tried', (turn) => {
  vi.stubEnv(TURN, turn);
  expect(() => hasTurn(ALL, 'a')).toThrow('is no whole number');
});

it('of many, more than one has the turn', () => {
  vi.stubEnv(TURN, '3');
  expect(ALL.filter((one) => hasTurn(ALL, one, 2))).toEqual(['b', 'd']);
});

it('what is named has one turn of so many, always the same, and about as many have each', () => {
  const names = Array.from({ length: 300 }, (_, index) => `does thing ${index}`);
  const due = (turn: string) => {
    vi.stubEnv(TURN, turn);
    return names.filter((name) => isDue(name, 3));
  };
  const turns = ['0', '1', '2'].map(due);
  expect(turns.flat().toSorted()).toEqual(names.toSorted());
  for (const each of turns) expect(each.length).toBeGreaterThan(70);
  expect(due('4')).toEqual(turns[1]);
  expect(due('')).toEqual(names);
});

it('in turns, a short run measures each row some time, the one that is a proof always, and a named one whenever', () => {
  const rows = (turn: string, ...args: string[]) => {
    vi.stubEnv(TURN, turn);
    return readOptions(args).rows;
  };
  const turns = ['0', '1', '2'].map((turn) => rows(turn, '--short'));
  expect(turns.flat().toSorted()).toEqual([...rows('', '--short'), 'check', 'check'].toSorted());
  for (const each of turns) expect(each).toContain('check');
  for (const turn of ['0', '1', '2']) {
    expect(rows(turn, '--short', '--only', 'echo')).toEqual(['echo']);
    expect(rows(turn)).toEqual(rows(''));
  }
});
