import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Gap, Report } from '../../src/contract/report.js';
import { AT_START, newsOf, standingAfter, standingLine } from '../../src/display/line.js';
import { Progress } from '../../src/display/progress.js';
import { summaryBlock, wantsColour } from '../../src/display/summary.js';
import { columnsOf } from '../../src/display/width.js';
import { buildReport } from '../../src/report/build.js';
import { duration, money } from '../../src/report/formats/words.js';
import { asked, CLAIM, inputOf, stateOf } from '../report/samples.js';

const CLEAR = '\r\x1b[2K';
const output = {
  type: 'student_output',
  status: 'completed',
  summary: '',
  currentStep: 'Step 2',
  iteration: 1,
} as const;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function terminal(columns: number) {
  let err = '';
  const write = (text: unknown) => {
    err += String(text);
    return true;
  };
  const screen = { stdout: { write }, stderr: { write, isTTY: true, columns }, now: () => Date.now() };
  return { screen, lines: () => err.split(CLEAR).flatMap((text) => text.split('\n')) };
}

describe('how things stand', () => {
  it('is said in the words of what goes on, without control codes', () => {
    const after = standingAfter({ ...AT_START, line: 7 }, output);
    expect(after).toMatchObject({ phase: 'checking', line: 7 });
    expect(standingAfter(after, { ...output, status: 'cannot_\x1b[31mcomplete' }).phase).toBe('cannot complete');
    expect(standingAfter(after, { ...output, status: 'x'.repeat(99) }).phase).toHaveLength(40);
    expect(newsOf(output)).toBe('  student: completed: Step 2');
  });

  it('is at no line when an iteration begins', () => {
    const begun = standingAfter({ ...AT_START, line: 7 }, { type: 'iteration_start', iteration: 2, timestamp: '' });
    expect(standingLine(begun, 61_000)).toBe('Iteration 2 · student · 1 min 1 s');
  });
});

describe('a terminal', () => {
  it('is never filled to its last column, nor wrapped, nor written to for nothing', () => {
    const { screen, lines } = terminal(20);
    using progress = new Progress('normal', screen);
    progress.handle({ type: 'mentor_output', notes: 'n'.repeat(99), iteration: 1 });
    vi.advanceTimersByTime(500);
    const shown = lines().length;
    for (let count = 0; count < 5; count += 1) {
      progress.handle({ type: 'cost', usd: null, tokensIn: 0, tokensOut: 0 });
      vi.advanceTimersByTime(60);
    }
    expect(columnsOf(lines().find((line) => line.includes('nnn')) ?? '')).toBe(20);
    expect(columnsOf(lines().at(-1) ?? '')).toBeLessThanOrEqual(19);
    expect(lines().length).toBeLessThanOrEqual(shown + 1);
  });

  it('has one update that waits, and none once it is left', () => {
    const { screen } = terminal(80);
    const progress = new Progress('normal', screen);
    for (let usd = 0; usd < 9; usd += 1) progress.handle({ type: 'cost', usd, tokensIn: 0, tokensOut: 0 });
    // The clock's, and one update.
    expect(vi.getTimerCount()).toBe(2);
    progress[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the summary', () => {
  const { report } = buildReport(inputOf(stateOf([asked(1, { claim: CLAIM })])));
  const block = (change: Partial<Report>, folder?: string) =>
    summaryBlock({ ...report, ...change }, { folder, columns: 30, colour: false }).split('\n');

  it('has the worst gaps first, says how many are left, and cuts no path', () => {
    const gaps = Array.from({ length: 11 }, (_, index): Gap => {
      const [gap] = report.gaps;
      if (gap === undefined) throw new Error('It has a gap.');
      return { ...gap, id: index + 1, title: `t${index}`, severity: index === 10 ? 'high' : 'low' };
    });
    const lines = block({ gaps }, `/${'long/'.repeat(20)}\x1b[31mx`);
    expect(lines[3]).toBe('  line 7 (high): t10');
    expect(lines).toContain('  and 1 more in the report');
    expect(lines).toContain(`Report: /${'long/'.repeat(20)}x`);
  });

  it('shows no control codes of others', () => {
    const meta = { ...report.meta, summary: 'a\x1b[2Jb' };
    expect(block({ meta })[1]).toBe('ab');
  });

  it('has no colour where the terminal has none', () => {
    expect(wantsColour({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
  });
});

describe('words', () => {
  it('are those of people', () => {
    expect([59, 60, 3599, 3600, 3725].map(duration)).toEqual([
      '59 s',
      '1 min 0 s',
      '59 min 59 s',
      '1 h 0 min',
      '1 h 2 min',
    ]);
    expect([null, 0, 0.0042, 0.01, 2].map(money)).toEqual(['price unknown', '$0.00', '$0.0042', '$0.01', '$2.00']);
  });

  it('have the columns of a terminal', () => {
    expect(['a\u200B', '\u0301', '❤\uFE0F'].map(columnsOf)).toEqual([1, 0, 2]);
  });
});
