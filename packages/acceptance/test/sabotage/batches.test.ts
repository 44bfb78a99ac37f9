import { describe, expect, it } from 'vitest';
import { exitCodeOf, tryInBatches } from '../../src/sabotage/batches.js';
import { readOptions } from '../../src/sabotage/options.js';
import { planOf } from '../../src/sabotage/plan.js';
import type { Row, Verdict } from '../../src/sabotage/sabotage.js';

const row = (id: string): Row => ({
  id,
  broken: { why: 'It sticks.', edits: [{ file: 'door.ts', find: 'closes', replace: 'stays open' }] },
  files: ['door.test.ts'],
});
const ROWS = ['house 1 door', 'house 1 bell', 'house 10 roof'].map(row);
const verdict = (id: string, outcome: Verdict['outcome'] = 'caught'): Verdict => ({ id, outcome, said: '', ms: 0 });

describe('what is tried', () => {
  const known = { rows: ROWS, problems: [] as string[], unbroken: new Set<string>() };
  const planned = (argv: readonly string[], more: Partial<typeof known> = {}) =>
    planOf(readOptions(argv), { ...known, ...more });
  const ids = (argv: readonly string[], more?: Partial<typeof known>) => {
    const plan = planned(argv, more);
    return 'rows' in plan ? plan.rows.map(({ id }) => id) : plan.exitCode;
  };

  it('is all rows, or those that are named, or whose ids begin so', () => {
    expect(ids([])).toEqual(['house 1 door', 'house 1 bell', 'house 10 roof']);
    expect(ids(['house 1 bell'])).toEqual(['house 1 bell']);
    expect(ids(['house 1'])).toEqual(['house 1 door', 'house 1 bell']);
  });

  it('is of a dozen only what somebody has seen broken', () => {
    expect(ids(['--dozen', '0'], { unbroken: new Set(['house 1 bell']) })).toEqual(['house 1 door', 'house 10 roof']);
  });

  it('is nothing where something is wrong with the lists, unless somebody works on some rows', () => {
    const wrong = { problems: ['[house 1 door] is named by no test', '[house 2] is broken'] };
    for (const argv of [[], ['--check'], ['--list'], ['--dozen', '1']])
      expect(planned(argv, wrong)).toEqual({
        said: '[house 1 door] is named by no test\n[house 2] is broken\n',
        exitCode: 1,
      });
    expect(ids(['house 10'], wrong)).toEqual(['house 10 roof']);
  });

  it('is nothing where no row is named so', () => {
    expect(planned(['house 2'])).toMatchObject({ said: expect.stringContaining('no such row'), exitCode: 2 });
  });

  it('is nothing where the lists are only checked or shown', () => {
    expect(planned(['--check'])).toEqual({
      said: '3 rows have an edit that applies. 0 were not seen broken yet.\n',
      exitCode: 0,
    });
    expect(planned(['--list', 'house 10'])).toMatchObject({
      said: expect.stringContaining('house 10 roof\n  It sticks.\n  door.ts → door.test.ts\n'),
      exitCode: 0,
    });
  });
});

describe('rows that are tried', () => {
  /** Runs them with a sabotage that catches all but these, and whose tests of some fail without the edits, too. */
  const run = async (rows: readonly Row[], { survived = [] as string[], failing = {} } = {}) => {
    const tried = { confirmed: [] as Verdict[], verdicts: [] as Verdict[] };
    const [unbroken, kept, said] = [[] as string[][], [] as Verdict[][], [] as string[]];
    const sabotage = {
      tryRow: async ({ id }: Row) => verdict(id, survived.includes(id) ? 'survived' : 'caught'),
      failUnbroken: async (some: readonly Row[]) => {
        unbroken.push(some.map(({ id }) => id));
        return new Map<string, string>(Object.entries(failing));
      },
    };
    const keep = (verdicts: readonly Verdict[]) => void kept.push([...verdicts]);
    await tryInBatches(rows, { sabotage, tried, isDozen: false, keep, say: (text) => void said.push(text) });
    return { ...tried, unbroken, kept, said: said.join('') };
  };

  it('are caught where their tests pass without the edit, which is tried of those alone that were caught', async () => {
    const { confirmed, unbroken, said } = await run(ROWS, { survived: ['house 1 bell'] });
    expect(unbroken).toEqual([['house 1 door', 'house 10 roof']]);
    expect(confirmed.map(({ outcome }) => outcome)).toEqual(['caught', 'survived', 'caught']);
    expect(said).toContain('2/3 ✗ house 1 bell: survived');
  });

  it('are unclear where their tests fail without the edit, too', async () => {
    const { confirmed, kept } = await run(ROWS, { failing: { 'house 10 roof': 'it leaks' } });
    const unclear = { id: 'house 10 roof', outcome: 'unclear', said: 'its test fails without the edit, too: it leaks' };
    expect(confirmed).toEqual([verdict('house 1 door'), verdict('house 1 bell'), expect.objectContaining(unclear)]);
    expect(kept).toEqual([confirmed]);
  });

  it('are kept some at a time, each once, and nothing of them is left', async () => {
    const rows = Array.from({ length: 70 }, (_, n) => row(`house ${n}`));
    const { confirmed, verdicts, kept, unbroken } = await run(rows);
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.flat()).toEqual(confirmed);
    expect(unbroken.flat()).toEqual(rows.map(({ id }) => id));
    expect(confirmed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(verdicts).toEqual([]);
  });

  it.each([
    [0, ['caught', 'caught']],
    [1, ['caught', 'survived']],
    [1, ['unclear', 'caught']],
  ] as const)('end with %d where they were %j', (exitCode, outcomes) => {
    expect(exitCodeOf(outcomes.map((outcome) => verdict('house 1', outcome)))).toBe(exitCode);
  });
});
