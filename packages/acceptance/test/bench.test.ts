import { describe, expect, it } from 'vitest';
import { judge } from '../src/bench/budgets.js';
import { lookAtRows } from '../src/bench/look-at-rows.js';
import { median, p99, quantile } from '../src/bench/measures/numbers.js';
import { readOptions } from '../src/bench/options.js';
import { asText } from '../src/bench/report.js';

const FULL = { short: false };
const SHORT = { short: true };

describe('a measurement', () => {
  it('is within its budget up to the limit and misses it above', () => {
    expect(judge({ budget: 'check', value: 25 }, FULL).met).toBe(true);
    expect(judge({ budget: 'check', value: 25.1 }, FULL).met).toBe(false);
  });

  it('is held against what was measured beside it', () => {
    expect(judge({ budget: 'print', value: 1100, compared: { native: 1000 } }, FULL).met).toBe(true);
    expect(judge({ budget: 'print', value: 1100, compared: { native: 900 } }, FULL).met).toBe(false);
    expect(judge({ budget: 'health', value: 1.5, compared: { 'empty server': 1 } }, FULL).met).toBe(true);
    expect(judge({ budget: 'health', value: 1.6, compared: { 'empty server': 1 } }, FULL).met).toBe(false);
  });

  it('has to be as fast as ttyd where ttyd is there', () => {
    const value = 0.57;
    expect(judge({ budget: 'echo-p50', value, compared: { bare: 0.5 } }, FULL).met).toBe(true);
    expect(judge({ budget: 'echo-p50', value, compared: { bare: 0.5, ttyd: 0.56 } }, FULL).met).toBe(false);
  });

  it('for opening a file is 20 ms, and on a machine that is slower, what the smallest server takes there', () => {
    const met = (value: number, bare: number) =>
      judge({ budget: 'workbench-open', value, compared: { bare } }, FULL).met;
    expect(met(20, 1)).toBe(true);
    expect(met(20.1, 1)).toBe(false);
    expect(met(50, 40)).toBe(true);
    expect(met(50.1, 40)).toBe(false);
  });

  it('of an observer that waits is what the same daemon takes without it, but for what two measurements differ by', () => {
    const met = (value: number, without: number) =>
      judge({ budget: 'mind-idle', value, compared: { 'observer off': without } }, FULL).met;
    expect(met(0.29, 0.2)).toBe(true);
    expect(met(0.31, 0.2)).toBe(false);
  });

  it('is missed when what it is held against was not measured', () => {
    expect(judge({ budget: 'echo-p50', value: 0.1 }, FULL).met).toBe(false);
    expect(judge({ budget: 'workbench-open', value: 0.1 }, FULL).met).toBe(false);
    expect(judge({ budget: 'mind-idle', value: 0.1 }, FULL).met).toBe(false);
    expect(judge({ budget: 'mind-echo', value: 0.1 }, FULL).met).toBe(false);
  });

  it('fails a short run only beyond three times the budget', () => {
    expect(judge({ budget: 'check', value: 74.9 }, SHORT).met).toBe(true);
    expect(judge({ budget: 'check', value: 75.1 }, SHORT).met).toBe(false);
  });
});

describe('the statistics', () => {
  it('take the middle of the samples in any order', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 9])).toBe(3);
  });

  it('take the nearest rank: a sample that was measured', () => {
    const samples = Array.from({ length: 100 }, (_, n) => n + 1);
    expect(quantile(samples, 0.95)).toBe(95);
    expect(p99(samples)).toBe(99);
    expect(p99([7])).toBe(7);
    expect(quantile([4, 1, 2, 9], 0.5)).toBe(2);
    expect(p99([])).toBeNaN();
  });

  it('take the percentile of all samples, so that one stall of a hundredth of them shows', () => {
    const samples = Array.from({ length: 1000 }, (_, n) => (n >= 100 && n < 111 ? 80 : 1));
    expect(p99(samples)).toBe(80);
  });
});

describe('a run', () => {
  /** A row whose looks measure these times one after the other, in milliseconds. */
  function looksOf(times: Readonly<Record<'check' | 'start', number[]>>, options: { short: boolean }) {
    const looks: string[] = [];
    const look = async (name: string) => {
      looks.push(name);
      const value = times[name as keyof typeof times].shift();
      if (value === undefined) throw new Error('it hangs');
      return [judge({ budget: name as keyof typeof times, value }, options)];
    };
    return { looks, measured: lookAtRows(['check', 'start'], { ...options, look }) };
  }

  it('that is short looks again at what it missed, after all others, and says so', async () => {
    const { looks, measured } = looksOf({ check: [80, 70], start: [1] }, SHORT);
    expect(await measured).toMatchObject({
      results: [{ budget: 'check', value: 70, met: true, note: 'missed at first, looked at twice' }, { met: true }],
      failures: [],
    });
    expect(looks).toEqual(['check', 'start', 'check']);
    const { results } = await looksOf({ check: [80, 90], start: [1] }, SHORT).measured;
    expect(results).toMatchObject([{ value: 90, met: false }, { value: 1 }]);
  });

  it('that is whole looks at each row once', async () => {
    const { looks, measured } = looksOf({ check: [80], start: [1] }, FULL);
    expect((await measured).results).toMatchObject([{ value: 80, met: false }, { met: true }]);
    expect(looks).toEqual(['check', 'start']);
  });

  it('goes on behind a row that cannot be measured, and has failed if it cannot look again', async () => {
    const failure = (row: string) => ({ row, message: 'it hangs' });
    const first = looksOf({ check: [], start: [1] }, SHORT);
    expect(await first.measured).toMatchObject({ results: [{ met: true }], failures: [failure('check')] });
    const again = looksOf({ check: [80], start: [1] }, SHORT);
    expect(await again.measured).toMatchObject({ results: [{ met: false }, {}], failures: [failure('check')] });
  });
});

describe('the report', () => {
  it('names the budgets that were missed and the rows that failed', () => {
    const results = [judge({ budget: 'check', value: 30 }, FULL), judge({ budget: 'start', value: 1 }, FULL)];
    const text = asText({ short: false, results, failures: [{ row: 'echo', message: 'no tmux' }] });
    expect(text).toContain('Missed: check.');
    expect(text).toContain('echo could not be measured: no tmux');
  });
});

describe('the options', () => {
  it('leave out of a short run what needs the network, unless it is asked for', () => {
    expect(readOptions([]).rows).toContain('installed');
    expect(readOptions(['--short']).rows).not.toContain('installed');
    expect(readOptions(['--short', '--only', 'installed']).rows).toEqual(['installed']);
  });

  it('refuse a row that is not there', () => {
    expect(() => readOptions(['--only', 'nothing'])).toThrow('There is no row "nothing".');
  });
});
