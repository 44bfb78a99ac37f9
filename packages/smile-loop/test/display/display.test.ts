import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXIT_CODES } from '../../src/contract/errors.js';
import { type ObserveEvent, observeEventSchema } from '../../src/contract/observe-events.js';
import { exitCodes, exitCodesText } from '../../src/display/exit-codes.js';
import { type DisplayMode, Progress } from '../../src/display/progress.js';
import { summaryBlock, wantsColour } from '../../src/display/summary.js';
import { columnsOf, fitColumns } from '../../src/display/width.js';
import { buildReport } from '../../src/report/build.js';
import { asked, CLAIM, completed, inputOf, stateOf } from '../report/samples.js';

const CLEAR = '\r\x1b[2K';

const EVENTS: ObserveEvent[] = [
  { type: 'iteration_start', iteration: 1, timestamp: '' },
  { type: 'live', role: 'student', iteration: 1, line: 6, pieces: [{ kind: 'text', text: 'hm' }], dropped: 0 },
  { type: 'cost', usd: 0.5, tokensIn: 1, tokensOut: 2 },
  {
    type: 'student_output',
    status: 'ask_mentor',
    summary: 'no \x1b[31mscript\x1b]0;title\x07\nhere',
    currentStep: '',
    iteration: 1,
    line: 7,
  },
  { type: 'mentor_output', notes: 'Look in scripts.', iteration: 1 },
  { type: 'error', message: 'The engine is gone' },
];

/** A stream that keeps what is written to it. */
function sink(shown: { out: string; err: string }, name: 'out' | 'err') {
  return (text: unknown): boolean => {
    shown[name] += String(text);
    return true;
  };
}

function screen(isTTY: boolean, columns = 40) {
  const shown = { out: '', err: '' };
  const stdout = { write: sink(shown, 'out') };
  const stderr = { isTTY, columns, write: sink(shown, 'err') };
  return { shown, screen: { stdout, stderr, now: () => Date.now() } };
}

function run(mode: DisplayMode, isTTY: boolean) {
  const { shown, screen: where } = screen(isTTY, 60);
  using progress = new Progress(mode, where);
  for (const event of EVENTS) {
    progress.handle(event);
    vi.advanceTimersByTime(150);
  }
  return shown;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('progress', () => {
  it('is plain lines without control codes where there is no terminal', () => {
    expect(run('normal', false)).toEqual({
      out: '',
      err: [
        'Iteration 1',
        'student at line 7: ask mentor: no script here',
        'mentor: Look in scripts.',
        'error: The engine is gone',
        '',
      ].join('\n'),
    });
  });

  it('is one line that changes on a terminal, and leaves nothing of it', () => {
    const { err } = run('normal', true);
    expect(err).toContain('\r\x1b[2KIteration 1 · student · line 6 · 0 s');
    expect(err).toContain('· $0.50');
    expect(err).not.toContain('\x1b[31m');
    expect(err).not.toContain('\x07');
    const lines = err.replaceAll(CLEAR, '\n').split('\n');
    expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(60);
    expect(err.endsWith(CLEAR)).toBe(true);
  });

  it('updates ten times a second at most, and shows the last state', () => {
    const { shown, screen: where } = screen(true, 120);
    using progress = new Progress('normal', where);
    for (let at = 1; at <= 1000; at += 1) {
      progress.handle({ type: 'cost', usd: at, tokensIn: 0, tokensOut: 0 });
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(100);
    const updates = shown.err.split('\r\x1b[2K').filter((line) => line !== '');
    expect(updates.length).toBeGreaterThan(8);
    expect(updates.length).toBeLessThanOrEqual(12);
    expect(updates.at(-1)).toContain('$1000.00');
  });

  it('shows the time that goes by, and nothing once it is disposed of', () => {
    const { shown, screen: where } = screen(true);
    const progress = new Progress('normal', where);
    vi.advanceTimersByTime(65_000);
    expect(shown.err).toContain('starting · 1 min 5 s');
    progress[Symbol.dispose]();
    progress[Symbol.dispose]();
    const before = shown.err;
    progress.handle({ type: 'cost', usd: 1, tokensIn: 0, tokensOut: 0 });
    vi.advanceTimersByTime(5000);
    expect(shown.err).toBe(before);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows errors only when quiet', () => {
    expect(run('quiet', false)).toEqual({ out: '', err: 'error: The engine is gone\n' });
    expect(run('quiet', true).out).toBe('');
  });

  it('writes every event as a line of JSON', () => {
    const { out, err } = run('json', true);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => observeEventSchema.parse(JSON.parse(line)))).toEqual(EVENTS);
    expect(err).toBe('');
  });
});

describe('columns', () => {
  it('are those of a terminal', () => {
    expect(['abc', 'ü', 'u\u0308', '中文', '🎉', '👩‍💻', '한글', '＋', '…', ''].map(columnsOf)).toEqual([
      3, 1, 1, 4, 2, 2, 4, 2, 1, 0,
    ]);
    expect(fitColumns('中文中文', 5)).toBe('中文…');
    expect(fitColumns('abc', 3)).toBe('abc');
    expect(fitColumns('abcd', 3)).toBe('ab…');
    expect(fitColumns('abcd', 0)).toBe('');
  });
});

describe('the summary', () => {
  const gap = { ...CLAIM, title: 'No \x1b[2Jfolder' };
  const { report } = buildReport(inputOf(stateOf([asked(1, { claim: gap }), completed(2)])));

  it('names outcome, gaps, report and next step', () => {
    expect(summaryBlock(report, { folder: '/r', columns: 80, colour: false }).split('\n')).toEqual([
      'The tutorial has gaps',
      'Completed with help.',
      '2 iterations, 4 min 5 s, $0.00',
      '  line 7 (medium): No folder',
      'Report: /r',
      'Next: Apply the patches of the report, and run it again.',
      '',
    ]);
  });

  it('has colour on a terminal only, and never with NO_COLOR', () => {
    expect(wantsColour({ isTTY: true }, {})).toBe(true);
    expect(wantsColour({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
    expect(wantsColour({ isTTY: true }, { NO_COLOR: '' })).toBe(true);
    expect(wantsColour({}, {})).toBe(false);
    expect(summaryBlock(report, { folder: undefined, columns: 80, colour: true })).toContain('\x1b[31mThe tutorial');
  });
});

describe('exit codes', () => {
  it('are all explained', () => {
    expect(exitCodes().map(({ code }) => code)).toEqual([0, ...Object.values(EXIT_CODES)]);
    expect(EXIT_CODES).toEqual({
      ...{ docs_gap: 1, usage: 2, budget_exhausted: 3, infra_error: 4 },
      ...{ harness_error: 5, agent_refusal: 6, busy: 7, stopped: 130 },
    });
    expect(exitCodesText()).toContain('\n    1  the tutorial has gaps\n');
  });
});
