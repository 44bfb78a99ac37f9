import { describe, expect, it } from 'vitest';
import type { StudentAnswer } from '../../src/contract/agents.js';
import type { Iteration } from '../../src/contract/loop-state.js';
import { TRIGGERS } from '../../src/contract/triggers.js';
import { patchOf } from '../../src/report/patch.js';
import { missingThing, samePlace } from '../../src/report/same.js';
import { severityOf } from '../../src/report/severity.js';
import { keepEnd, keepStart, withoutControls } from '../../src/report/shorten.js';
import { stuckPoints } from '../../src/report/stuck.js';
import { asked, command, completed } from './samples.js';

/** The same without what a loop has written down of it. */
function plain(status: StudentAnswer['status'], fired: readonly (typeof TRIGGERS)[number][] = []): Iteration {
  const { trigger: _, mentorResult: __, ...one } = asked(1);
  if (one.studentResult?.kind !== 'answer') throw new Error('It has an answer.');
  const { studentResult } = one;
  const answer = { ...studentResult.answer, status, trigger: 'timeout' as const };
  return { ...one, studentResult: { ...studentResult, answer, fired: [...fired] } };
}

describe('a point at which a student is stuck', () => {
  it('is final where the run ends by it', () => {
    const finals = (history: Iteration[], status: 'completed' | 'max_iterations') =>
      stuckPoints({ history, status }).map(({ final }) => final);
    expect(finals([asked(1), asked(2)], 'max_iterations')).toEqual([false, true]);
    expect(finals([asked(1), asked(2)], 'completed')).toEqual([false, false]);
  });

  it('is one where a mentor was asked, or the student gave up, and none where it was done', () => {
    const { mentorResult } = asked(1);
    const history = [
      { ...plain('completed'), ...(mentorResult && { mentorResult }) },
      plain('cannot_complete'),
      completed(3),
    ];
    expect(stuckPoints({ history, status: 'blocker' })).toHaveLength(2);
  });

  it('has the most specific trigger that was seen, else that which the student names', () => {
    const triggerOf = (one: Iteration) => stuckPoints({ history: [one], status: 'blocker' })[0]?.trigger;
    expect(triggerOf(plain('cannot_complete', ['max_retries', 'command_failure']))).toBe('command_failure');
    expect(triggerOf(plain('cannot_complete'))).toBe('timeout');
  });

  it('shows commands that failed or were ended, and not those of which nothing is known', () => {
    const commands = [command('a', 0), command('b', null), { ...command('c', null), timedOut: true }, command('d', 2)];
    const [point] = stuckPoints({ history: [asked(1, { commands })], status: 'completed' });
    expect(point?.failed.map((one) => one.command)).toEqual(['c', 'd']);
  });
});

describe('the severity of a gap', () => {
  it.each(TRIGGERS)('is at least that of its reason: %s', (trigger) => {
    const usual = { trigger, final: false, repeated: false, claimed: 'low' as const };
    expect(severityOf(usual)).toBe(trigger === 'ambiguous_instruction' ? 'low' : 'medium');
    expect(severityOf({ ...usual, claimed: 'high' })).toBe('high');
    expect(severityOf({ ...usual, final: true })).toBe('high');
    expect(severityOf({ ...usual, repeated: true })).toBe('high');
  });
});

describe('two gaps', () => {
  const gap = (line: number | null, name?: string, problem = 'p') => ({
    ...{ location: { line }, problem },
    evidence: name === undefined ? [] : [{ command: 'x', exitCode: 127, output: `sh: 1: ${name}: not found` }],
  });

  it('are the same by what is missing, by their lines, or by their words', () => {
    expect(samePlace(gap(1, 'psql'), gap(90, 'psql'))).toBe(true);
    expect(samePlace(gap(1), gap(2))).toBe(true);
    expect(samePlace(gap(1, 'psql'), gap(2, 'node'))).toBe(false);
    expect(samePlace(gap(1), gap(3))).toBe(false);
    expect(samePlace(gap(1), gap(null))).toBe(false);
    expect(samePlace(gap(null, undefined, 'It fails!'), gap(null, undefined, 'it  fails'))).toBe(true);
    expect(samePlace(gap(null), gap(null, undefined, 'q'))).toBe(false);
  });

  it('miss what the last output names', () => {
    const evidence = ['psql', 'node'].flatMap((name) => gap(1, name).evidence);
    expect(missingThing(evidence)).toBe('node');
  });
});

describe('a text of others', () => {
  it('is cut between characters', () => {
    expect(keepStart('a😀b', 3)).toBe('a…');
    expect(keepEnd('aa😀', 1)).toBe('[3 characters left out]\n');
    expect(keepEnd('abcd', 2)).toBe('[2 characters left out]\ncd');
  });

  it('has no signs that turn it round, and its own line ends', () => {
    expect(withoutControls('a\u202Eb\u2066c\u2069')).toBe('abc');
    expect(withoutControls('a\rb\r\nc\td')).toBe('a\nb\nc\td');
  });
});

it('names the file of a patch as other systems write it', () => {
  const change = [{ start: 0, end: 1, text: 'b' }];
  expect(patchOf('docs\\doc.md', 'a\n', change)).toContain('--- a/docs/doc.md\n');
  expect(patchOf('C:\\me\\doc.md', 'a\n', change)).toContain('--- a/doc.md\n');
});
