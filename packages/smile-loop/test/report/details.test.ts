import { describe, expect, it } from 'vitest';
import type { LlmCall } from '../../src/contract/report.js';
import { buildReport } from '../../src/report/build.js';
import { applyEdits, editOf } from '../../src/report/edits.js';
import { findGaps } from '../../src/report/gaps.js';
import { asked, CLAIM, command, completed, inputOf, stateOf, TUTORIAL } from './samples.js';

const tutorial = { path: 'docs/start.md', text: TUTORIAL };
const missing = (text: string, name: string) => command(text, 127, `sh: 1: ${name}: not found`);
const gapsOf = (...history: ReturnType<typeof asked>[]) => findGaps({ state: stateOf(history), tutorial }).gaps;

describe('a report', () => {
  const failing = { passed: false, criteria: [{ name: 'serves a page', passed: false }] };
  const passing = { passed: true, criteria: [{ name: 'serves a page', passed: true }] };

  it('has the last verdict, and what each iteration came to', () => {
    const state = stateOf([
      { ...asked(1), trigger: 'missing_dependency' },
      { ...completed(2), verdict: failing },
      { ...completed(3), verdict: passing },
    ]);
    const { report } = buildReport(inputOf(state));
    expect(report.verdict).toEqual(passing);
    expect(report.timeline.map(({ result, trigger }) => [result, trigger])).toEqual([
      ['ask_mentor', 'missing_dependency'],
      ['completed, but checks failed: serves a page', undefined],
      ['completed, and the checks passed', undefined],
    ]);
    expect(buildReport(inputOf(stateOf([{ ...completed(1), verdict: failing }]))).report.verdict).toEqual(failing);
  });

  it('says who judged, who took part, and which images are missing', () => {
    const imagesMissing = [{ path: 'a.png', line: 3 }];
    const { report } = buildReport(
      inputOf(stateOf([asked(1, { claim: CLAIM })]), { judgedBy: 'checks', tutorial: { ...tutorial, imagesMissing } }),
    );
    expect(report.meta).toMatchObject({
      judgedBy: 'checks',
      student: { provider: 'claude', model: 'small' },
      mentor: { provider: 'codex' },
      imagesMissing,
    });
    expect(report.combinedPatch).toBe(report.gaps[0]?.patch);
    expect(report.combinedPatch).not.toBe('');
  });

  it('counts what was paid for, and tells no sum where a price is unknown', () => {
    const call: LlmCall = {
      ...{ agent: 'student', provider: 'claude', model: 'm', iteration: 1, status: 200, durationMs: 1 },
      ...{ tokensIn: 10, tokensOut: 3, usd: 2, cached: false },
    };
    const costOf = (...llmCalls: LlmCall[]) =>
      buildReport(inputOf(stateOf([completed(1)]), { audit: { files: [], llmCalls, denied: [] } })).report.meta.cost;
    expect(costOf(call, { ...call, cached: true, usd: 5 })).toEqual({ usd: 2, tokensIn: 20, tokensOut: 6 });
    expect(costOf(call, { ...call, usd: null }, call).usd).toBeNull();
  });

  it('has the ends of long outputs', () => {
    const long = command('./setup.sh', 1, `${'x'.repeat(5000)} the end`);
    const { report } = buildReport(inputOf(stateOf([asked(1, { commands: [long] })])));
    for (const output of [report.auditTrail.commands[0]?.output, report.gaps[0]?.evidence[0]?.output]) {
      expect(output).toMatch(/^\[\d+ characters left out\].* the end$/s);
      expect(output?.length).toBeLessThan(1300);
    }
  });
});

describe('a gap', () => {
  it('is where the last command failed, and shows the last three', () => {
    const commands = ['one', 'two', 'npm install', './setup.sh'].map((text) => command(text, 1));
    const [gap] = gapsOf(asked(1, { commands }));
    expect(gap?.location.line).toBe(7);
    expect(gap?.evidence.map((one) => one.command)).toEqual(['two', 'npm install', './setup.sh']);
  });

  it('is at the step that the student names, where nothing has failed', () => {
    const one = asked(1);
    if (one.studentResult?.kind === 'answer') one.studentResult.answer.currentStep = 'Then open the page.';
    expect(gapsOf(one)).toMatchObject([{ location: { line: 10, text: 'Then open the page.' } }]);
  });

  it.each([
    ['remove', 'Remove “./setup.sh”.'],
    ['insert_before', 'Add before “./setup.sh”: x'],
    ['insert_after', 'Add after “./setup.sh”: x'],
  ] as const)('says in words what to do: %s', (kind, words) => {
    expect(gapsOf(asked(1, { claim: { ...CLAIM, fix: { kind, text: 'x' } } }))[0]?.suggestedFix).toBe(words);
  });

  it('of several iterations has the line that one of them knows, and the most specific trigger', () => {
    const lineless = asked(1, { commands: [missing('foo', 'psql')] });
    expect(gapsOf(lineless, asked(2, { commands: [missing('npm install', 'psql')] }))).toMatchObject([
      { location: { line: 6 }, iterations: [1, 2] },
    ]);
    const plain = asked(2, { commands: [missing('./setup.sh', 'psql')], trigger: 'missing_dependency' });
    expect(gapsOf(asked(1, { claim: CLAIM }), plain)).toMatchObject([{ trigger: 'missing_dependency' }]);
  });

  it('takes in what is next to any of its lines, and shows five commands of all', () => {
    const text = '```sh\nfirst step\nsecond thing\nthird place\n```\n';
    const at = (iteration: number, line: string) =>
      asked(iteration, { commands: ['one', 'two', line].map((run) => command(run, 1, `${iteration}`)) });
    const state = stateOf([at(1, 'first step'), at(2, 'second thing'), at(3, 'third place')]);
    const { gaps } = findGaps({ state, tutorial: { path: 'a.md', text } });
    expect(gaps).toMatchObject([{ iterations: [1, 2, 3] }]);
    expect(gaps[0]?.evidence).toHaveLength(5);
  });

  it('stays by itself where a mentor would mend the line beside it too', () => {
    const text = 'first step\nsecond thing\n';
    const at = (iteration: number, quote: string) => asked(iteration, { claim: { ...CLAIM, quote } });
    const state = stateOf([at(1, 'first step'), at(2, 'second thing'), at(3, 'second thing')]);
    expect(findGaps({ state, tutorial: { path: 'a.md', text } }).gaps).toMatchObject([
      { iterations: [1], location: { line: 1 } },
      { iterations: [2, 3], location: { line: 2 } },
    ]);
  });

  it('is not that of another line for a word that every program says', () => {
    const text = '```sh\none\n```\nThen:\n```sh\ntwo\n```\n';
    const at = (iteration: number, run: string) =>
      asked(iteration, { commands: [command(run, 1, 'Error: not found')] });
    const { gaps } = findGaps({ state: stateOf([at(1, 'one'), at(2, 'two')]), tutorial: { path: 'a.md', text } });
    expect(gaps.map(({ location }) => location.line)).toEqual([2, 6]);
  });

  it('says what is missing where its fix has no text', () => {
    const claim = { ...CLAIM, fix: { kind: 'insert_after', text: ' ' } } as const;
    const [found] = gapsOf(asked(1, { claim }));
    expect(found).toMatchObject({
      patch: '',
      suggestedFix: 'Say in the text what the mentor had to add: Look in scripts.',
    });
  });

  it('that is worse keeps its fix where two change the same text', () => {
    const wide = { ...CLAIM, quote: 'Install it:\n\n```sh\nnpm install\n./setup.sh', severity: 'low' as const };
    const state = stateOf([
      asked(1, { claim: wide, trigger: 'ambiguous_instruction' }),
      asked(2, { claim: { ...CLAIM, severity: 'high' } }),
    ]);
    const { gaps, combined } = findGaps({ state, tutorial });
    expect(gaps.map(({ location }) => location.line)).toEqual([3, 7]);
    expect(combined.leftOut).toEqual([1]);
    expect(combined.patch).toBe(gaps[1]?.patch);
  });
});

describe('an edit', () => {
  const edit = (text: string, line: number, quote: string, added: string) =>
    editOf(text, { line, quote, fix: { kind: 'replace', text: added } });

  it('is made at its line, and not where its quote is further down', () => {
    const found = edit('a\nb\nx\n', 1, 'x', 'y');
    expect(applyEdits('a\nb\nx\n', found === undefined ? [] : [found])).toBe('y\nb\nx\n');
    expect(edit('a\n', 2, 'a', 'b')).toBeUndefined();
  });

  it('brings no control characters and no empty lines at its end', () => {
    expect(edit('a\n', 1, 'a', 'b\x1b[31m\x07\n\n')?.text).toBe('b');
  });

  it('that inserts comes before one that changes the same place', () => {
    const insertion = { start: 0, end: 0, text: 'I' };
    expect(applyEdits('ab', [{ start: 0, end: 1, text: 'X' }, insertion])).toBe('IXb');
  });
});
