import { describe, expect, it } from 'vitest';
import { findGaps } from '../../src/report/gaps.js';
import { recommend } from '../../src/report/recommendations.js';
import { missingThing } from '../../src/report/same.js';
import { asked, CLAIM, command, completed, stateOf, TUTORIAL } from './samples.js';

const tutorial = { path: 'docs/start.md', text: TUTORIAL };
const failed = command('./setup.sh', 127, 'sh: 1: ./setup.sh: not found');

describe('gaps', () => {
  it('have line, quote, problem, fix and evidence [smile-loop 9.3] [smile-loop 9.S1]', () => {
    const state = stateOf([asked(1, { claim: CLAIM, commands: [command('ls'), failed] }), completed(2)]);
    const { gaps } = findGaps({ state, tutorial });
    expect(gaps).toEqual([
      {
        id: 1,
        title: 'The script has no folder',
        location: { line: 7, text: './setup.sh' },
        problem: 'The text does not say where setup.sh is.',
        suggestedFix: 'Replace “./setup.sh” by: ./scripts/setup.sh',
        patch: expect.stringContaining('-./setup.sh\n+./scripts/setup.sh\n'),
        severity: 'medium',
        trigger: 'command_failure',
        evidence: [{ command: './setup.sh', exitCode: 127, output: 'sh: 1: ./setup.sh: not found' }],
        iterations: [1],
      },
    ]);
  });

  it('are found without a claim, by the command that failed', () => {
    const { gaps } = findGaps({ state: stateOf([asked(1, { commands: [failed] }), completed(2)]), tutorial });
    expect(gaps).toMatchObject([
      { location: { line: 7 }, problem: 'setup.sh is not there', patch: '', title: 'setup.sh is not there' },
    ]);
    expect(gaps[0]?.suggestedFix).toContain('Look in scripts.');
  });

  it('have no line where nothing of them is in the text', () => {
    const claim = { ...CLAIM, quote: 'not in here at all' };
    const { gaps } = findGaps({ state: stateOf([asked(1, { claim })]), tutorial });
    expect(gaps).toMatchObject([{ location: { line: null, text: 'not in here at all' }, patch: '' }]);
  });

  it('do not patch a line that only a failed command has shown', () => {
    const claim = { ...CLAIM, quote: 'not in here at all' };
    const { gaps } = findGaps({ state: stateOf([asked(1, { claim, commands: [failed] })]), tutorial });
    expect(gaps).toMatchObject([{ location: { line: 7 }, patch: '' }]);
  });

  it('that mean the same are one, and high when help was not enough', () => {
    const npm = command('npm install', 127, 'sh: 1: npm: not found');
    const state = stateOf([
      asked(1, { commands: [failed] }),
      asked(2, { claim: CLAIM, commands: [failed] }),
      asked(3, { commands: [npm], trigger: 'missing_dependency' }),
      completed(4),
    ]);
    const { gaps } = findGaps({ state, tutorial });
    expect(gaps.map(({ id, location, iterations, severity }) => [id, location.line, iterations, severity])).toEqual([
      [1, 6, [3], 'medium'],
      [2, 7, [1, 2], 'high'],
    ]);
    expect(gaps[1]?.title).toBe(CLAIM.title);
    expect(gaps[1]?.evidence).toHaveLength(1);
  });

  it('of the same line are one, whatever their outputs name', () => {
    const missing = (name: string) => command('x', 127, `sh: 1: ${name}: not found`);
    const state = stateOf([
      asked(1, { claim: CLAIM, commands: [missing('psql')] }),
      asked(2, { claim: CLAIM, commands: [missing('createdb')] }),
    ]);
    expect(findGaps({ state, tutorial }).gaps).toMatchObject([{ iterations: [1, 2] }]);
  });

  it('on lines next to each other are one, where their outputs do not say otherwise', () => {
    const above = asked(1, { commands: [command('npm install', 1)] });
    const same = stateOf([above, asked(2, { claim: CLAIM })]);
    expect(findGaps({ state: same, tutorial }).gaps).toMatchObject([{ iterations: [1, 2], location: { line: 7 } }]);
  });

  it('that end a run are high, also where no mentor was asked', () => {
    const { mentorResult: _, trigger: __, ...last } = asked(1, { problem: 'It needs a paid account' });
    const state = stateOf([last], { status: 'blocker' });
    expect(findGaps({ state, tutorial }).gaps).toMatchObject([
      { severity: 'high', trigger: 'ambiguous_instruction', problem: 'It needs a paid account' },
    ]);
  });

  it('are what checks have found, in their words', () => {
    const verdict = { passed: false, criteria: [{ name: 'serves a page', passed: false, message: 'port 80 is shut' }] };
    const { gaps } = findGaps({ state: stateOf([{ ...completed(1), verdict }, completed(2)]), tutorial });
    expect(gaps).toMatchObject([{ trigger: 'check_failed' }]);
    expect(gaps[0]?.problem).toContain('serves a page (port 80 is shut)');
  });

  it('are none where the student was never stuck', () => {
    expect(findGaps({ state: stateOf([completed(1)]), tutorial })).toEqual({
      gaps: [],
      combined: { patch: '', leftOut: [] },
    });
  });

  it('are one patch together', () => {
    const other = {
      ...CLAIM,
      quote: 'Then open the page.',
      fix: { kind: 'insert_after' as const, text: 'At port 80.' },
    };
    const state = stateOf([asked(1, { claim: CLAIM }), asked(2, { claim: other })]);
    const { combined } = findGaps({ state, tutorial });
    expect(combined.patch).toContain('+./scripts/setup.sh\n');
    expect(combined.patch).toContain('+At port 80.\n');
  });
});

describe('recommendations', () => {
  it('begin with the worst [smile-loop FR29]', () => {
    const state = stateOf([
      asked(1, { claim: { ...CLAIM, quote: 'Install it:', severity: 'low' }, trigger: 'ambiguous_instruction' }),
      asked(2, { claim: { ...CLAIM, quote: 'Then open the page.', severity: 'high' } }),
    ]);
    const { gaps } = findGaps({ state, tutorial });
    expect(recommend(gaps, 'docs_gap').map((text) => text.split(':')[0])).toEqual([
      'Line 10 (gap 2, high)',
      'Line 3 (gap 1, low)',
    ]);
    expect(recommend([], 'passed')).toHaveLength(1);
  });
});

describe('what an output names as missing', () => {
  it.each([
    ['bash: line 1: psql: command not found', 'psql'],
    ['sh: 1: ./setup.sh: not found', './setup.sh'],
    ['zsh: command not found: uv', 'uv'],
    ["Error: Cannot find module 'Express'", 'express'],
    ["ModuleNotFoundError: No module named 'yaml'", 'yaml'],
    ['cat: a.txt: No such file or directory', 'a.txt'],
    ["ls: cannot access 'my dir': No such file or directory", 'my dir'],
    ["Error: ENOENT: no such file or directory, open 'x/y.json'", 'x/y.json'],
    ['E: Unable to locate package libfoo', 'libfoo'],
    ['all is well', undefined],
  ])('%s', (output, thing) => {
    expect(missingThing([{ command: 'x', exitCode: 1, output }])).toBe(thing);
  });
});
