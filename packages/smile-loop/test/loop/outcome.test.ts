import { expect, it } from 'vitest';
import type { EndEvent } from '../../src/loop/machine.js';
import { OUTCOME_RULES, outcomeOf } from '../../src/loop/outcome.js';
import { asks, gap, notes } from './scripted.js';

const ROWS: Array<[EndEvent, string, string]> = [
  ['checks_passed', 'passed', 'docs_gap'],
  ['iterations_spent', 'budget_exhausted', 'docs_gap'],
  ['student_cannot', 'docs_gap', 'docs_gap'],
  ['mentor_unresolvable', 'docs_gap', 'docs_gap'],
  ['student_refused', 'agent_refusal', 'agent_refusal'],
  ['mentor_refused', 'agent_refusal', 'agent_refusal'],
  ['time_spent', 'budget_exhausted', 'budget_exhausted'],
  ['budget_spent', 'budget_exhausted', 'budget_exhausted'],
  ['infra_failed', 'infra_error', 'infra_error'],
  ['setup_failed', 'infra_error', 'infra_error'],
  ['harness_failed', 'harness_error', 'harness_error'],
  ['stopped', 'budget_exhausted', 'budget_exhausted'],
];

it.each(ROWS)('%s is %s without a gap and %s with one', (event, without, withGaps) => {
  const entry = { iteration: 1, startedAt: '', studentResult: asks };
  const helped = event === 'checks_passed' ? {} : { mentorResult: notes('n') };
  expect(outcomeOf(event, [{ ...entry, ...helped }])).toBe(without);
  expect(outcomeOf(event, [{ ...entry, mentorResult: notes('n', { gap }) }])).toBe(withGaps);
});

it('is a gap where a mentor had to help, whatever the mentor thinks of the text', () => {
  const entry = { iteration: 1, startedAt: '', studentResult: asks };
  expect(outcomeOf('checks_passed', [{ ...entry, mentorResult: notes('n') }, entry])).toBe('docs_gap');
});

it('is a gap where every step was followed, and the checks fail to the last', () => {
  const entry = { iteration: 1, startedAt: '', studentResult: asks, mentorResult: notes('n') };
  const verdict = (passed: boolean) => ({ passed, criteria: [] });
  expect(outcomeOf('iterations_spent', [entry, { ...entry, verdict: verdict(false) }])).toBe('docs_gap');
  expect(outcomeOf('iterations_spent', [{ ...entry, verdict: verdict(false) }, entry])).toBe('budget_exhausted');
});

it('has a row for every end', () => {
  expect(ROWS.map(([event]) => event).sort()).toEqual(Object.keys(OUTCOME_RULES).sort());
});
