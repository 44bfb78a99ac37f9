import { fc } from '@agent-factory/fuzzing';
import { describe, expect, it } from 'vitest';
import type { Gap } from '../../src/contract/report.js';
import { compare } from '../../src/statistics/compare.js';
import { fisherExact } from '../../src/statistics/fisher.js';
import { repeatSentence, repeatSummary } from '../../src/statistics/repeat.js';
import { runsNeeded } from '../../src/statistics/runs-needed.js';
import { wilsonInterval } from '../../src/statistics/wilson.js';

describe('Wilson interval', () => {
  it('has the published bounds', () => {
    const { low, high } = wilsonInterval(8, 10);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
    expect(wilsonInterval(10, 10)).toEqual({ low: expect.closeTo(0.7225, 4), high: 1 });
    expect(wilsonInterval(0, 10)).toEqual({ low: 0, high: expect.closeTo(0.2775, 4) });
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it('holds the share and stays within 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (passed, failed) => {
        const total = passed + failed;
        const { low, high } = wilsonInterval(passed, total);
        const share = total === 0 ? 0.5 : passed / total;
        return low >= 0 && low <= share && share <= high && high <= 1;
      }),
    );
  });
});

describe('Fisher’s exact test', () => {
  it.each([
    // The tea tasting, and tables whose value is exact by hand: 2/C(10,5), 2/C(20,10), 70/C(8,4) shares.
    [3, 1, 1, 3, 34 / 70],
    [5, 0, 0, 5, 2 / 252],
    [10, 0, 0, 10, 2 / 184756],
    [2, 2, 2, 2, 1],
    [0, 5, 0, 5, 1],
    [1, 9, 11, 3, 0.002759456],
  ])('of %d/%d against %d/%d is %d', (passedA, failedA, passedB, failedB, p) => {
    expect(fisherExact({ passedA, failedA, passedB, failedB })).toBeCloseTo(p, 8);
  });

  it('agrees with large counts, where factorials overflow', () => {
    const p = fisherExact({ passedA: 5000, failedA: 5000, passedB: 5200, failedB: 4800 });
    expect(p).toBeGreaterThan(0.0045);
    expect(p).toBeLessThan(0.0051);
  });

  it('does not mind which group is first, nor what is called a pass', () => {
    const count = fc.nat(60);
    fc.assert(
      fc.property(count, count, count, count, (a, b, c, d) => {
        const p = fisherExact({ passedA: a, failedA: b, passedB: c, failedB: d });
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(fisherExact({ passedA: c, failedA: d, passedB: a, failedB: b })).toBeCloseTo(p, 9);
        expect(fisherExact({ passedA: b, failedA: a, passedB: d, failedB: c })).toBeCloseTo(p, 9);
      }),
    );
  });
});

describe('runs needed', () => {
  it.each([
    [0.5, 0.9],
    [0.2, 0.6],
    [0.8, 1],
  ])('show a difference of %d and %d in some 80 %% of cases', (rateA, rateB) => {
    const runs = runsNeeded(rateA, rateB) ?? 0;
    expect(power(runs, rateA, rateB)).toBeGreaterThan(0.77);
    expect(power(runs, rateA, rateB)).toBeLessThan(0.93);
  });

  it('are none where there is no difference', () => {
    expect(runsNeeded(0.2, 0.2)).toBeUndefined();
  });
});

/** How often the exact test sees the difference, by summing over all that may come of that many runs of each. */
function power(runs: number, rateA: number, rateB: number): number {
  let seen = 0;
  for (let a = 0; a <= runs; a += 1) {
    for (let b = 0; b <= runs; b += 1) {
      const p = fisherExact({ passedA: a, failedA: runs - a, passedB: b, failedB: runs - b });
      if (p < 0.05) seen += binomial(runs, a, rateA) * binomial(runs, b, rateB);
    }
  }
  return seen;
}

function binomial(n: number, k: number, rate: number): number {
  let ways = 1;
  for (let at = 1; at <= k; at += 1) ways *= (n - k + at) / at;
  return ways * rate ** k * (1 - rate) ** (n - k);
}

describe('compare', () => {
  it('says that a difference is one', () => {
    const { significant, moreRuns, sentence } = compare(
      { name: 'before', passed: 1, runs: 10 },
      { name: 'after', passed: 9, runs: 10 },
    );
    expect({ significant, moreRuns }).toEqual({ significant: true, moreRuns: 0 });
    expect(sentence).toBe(
      'before passed 1 of 10 runs, after passed 9 of 10 runs (p = 0.0011). Chance alone would seldom make such a difference: after is easier to follow.',
    );
  });

  it('says how many more runs would show it', () => {
    const { significant, moreRuns, sentence } = compare(
      { name: 'A', passed: 1, runs: 3 },
      { name: 'B', passed: 2, runs: 3 },
    );
    expect(significant).toBe(false);
    expect(sentence).toContain(`run each about ${moreRuns} more times`);
    expect(moreRuns).toBeGreaterThan(20);
  });

  it('calls nothing a difference that chance makes once in six times', () => {
    const seen = compare({ name: 'A', passed: 2, runs: 10 }, { name: 'B', passed: 6, runs: 10 });
    expect(seen).toMatchObject({ p: expect.closeTo(0.1698, 4), significant: false });
    // The smaller group counts; one more run is the least that helps.
    const [few, many] = [compare({ name: 'A', passed: 2, runs: 10 }, { name: 'B', passed: 60, runs: 100 }), seen];
    expect(few.significant).toBe(true);
    expect(compare({ name: 'A', passed: 1, runs: 4 }, { name: 'B', passed: 60, runs: 100 }).moreRuns).toBe(
      (runsNeeded(0.25, 0.6) ?? 0) - 4,
    );
    expect(many.moreRuns).toBe((runsNeeded(0.2, 0.6) ?? 0) - 10);
    const edge = compare({ name: 'A', passed: 16, runs: 40 }, { name: 'B', passed: 25, runs: 40 });
    expect(edge.moreRuns).toBeGreaterThanOrEqual(1);
  });

  it('names the version that passes more often, and not more times', () => {
    const { sentence } = compare({ name: 'A', passed: 30, runs: 100 }, { name: 'B', passed: 10, runs: 10 });
    expect(sentence).toContain('B is easier to follow');
    expect(sentence).toContain('p = less than 0.0001');
  });

  it('does not compare what has no runs, and finds nothing where both are alike', () => {
    expect(compare({ name: 'A', passed: 0, runs: 0 }, { name: 'B', passed: 2, runs: 3 }).sentence).toContain('cannot');
    expect(compare({ name: 'A', passed: 0, runs: 0 }, { name: 'B', passed: 2, runs: 3 }).moreRuns).toBeUndefined();
    expect(compare({ name: 'A', passed: 2, runs: 3 }, { name: 'B', passed: 0, runs: 0 }).sentence).toContain('cannot');
    expect(compare({ name: 'A', passed: 2, runs: 4 }, { name: 'B', passed: 1, runs: 2 })).toMatchObject({
      p: expect.closeTo(1, 9),
      moreRuns: undefined,
    });
  });
});

describe('repeat', () => {
  const gap = (line: number): Gap => ({
    id: 1,
    title: `at ${line}`,
    location: { line, text: '' },
    problem: '',
    suggestedFix: '',
    patch: '',
    severity: 'high',
    trigger: 'timeout',
    evidence: [],
    iterations: [1],
  });

  it('counts only runs that say something, and tells in how many each gap was met', () => {
    const summary = repeatSummary([
      { outcome: 'passed', gaps: [] },
      { outcome: 'docs_gap', gaps: [gap(9), gap(30)] },
      { outcome: 'docs_gap', gaps: [gap(30), gap(31)] },
      { outcome: 'infra_error', gaps: [gap(50)] },
      { outcome: 'agent_refusal', gaps: [] },
    ]);
    expect(summary).toMatchObject({ runs: 3, passed: 1, others: { infra_error: 1, agent_refusal: 1 } });
    expect(summary.gaps.map((one) => [one.gap.title, one.runs])).toEqual([
      ['at 30', 2],
      ['at 9', 1],
    ]);
    expect(repeatSentence(summary)).toBe(
      '1 of 3 runs passed (33 %; 95 % interval 6 % to 79 %). Not counted, because they say nothing about the tutorial: 1 infra_error, 1 agent_refusal.',
    );
  });

  it('says nothing of runs that say nothing', () => {
    const summary = repeatSummary([{ outcome: 'harness_error', gaps: [] }]);
    expect(summary.passRate).toBeUndefined();
    expect(repeatSentence(summary)).toContain('No run says anything');
  });
});
