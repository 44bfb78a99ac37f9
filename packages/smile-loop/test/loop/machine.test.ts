import { describe, expect, it } from 'vitest';
import { PHASES, type Phase } from '../../src/contract/loop-state.js';
import { LOOP_STATUSES } from '../../src/contract/outcomes.js';
import { MACHINE, next, type Step } from '../../src/loop/machine.js';

const END = 'time_spent budget_spent infra_failed setup_failed harness_failed stopped'.split(' ');
const EXPECTED: Record<Phase, Record<string, string>> = {
  start: { begun: 'student' },
  student: {
    student_completed: 'judge',
    student_asks: 'mentor',
    student_cannot: 'blocker',
    student_refused: 'blocker',
  },
  judge: { checks_passed: 'completed', checks_failed: 'mentor' },
  mentor: {
    mentor_answered: 'student',
    mentor_unresolvable: 'blocker',
    mentor_refused: 'blocker',
    iterations_spent: 'max_iterations',
  },
  done: {},
};
const ENDS = {
  time_spent: 'timeout',
  budget_spent: 'failed',
  infra_failed: 'blocker',
  setup_failed: 'failed',
  harness_failed: 'failed',
  stopped: 'stopped',
};
const EVENTS = [...new Set(Object.values(MACHINE).flatMap((row) => Object.keys(row)))];
const go = next as (phase: Phase, event: string) => Step;

function expected(phase: Phase, event: string): string | undefined {
  if (phase !== 'done' && END.includes(event)) return ENDS[event as keyof typeof ENDS];
  return EXPECTED[phase][event];
}

describe('the table of the loop', () => {
  const pairs = PHASES.flatMap((phase) => EVENTS.map((event) => [phase, event, expected(phase, event)] as const));

  it.each(pairs)('[smile-loop 7.S1] in %s, %s leads to %s', (phase, event, target) => {
    if (target === undefined) return expect(() => go(phase, event)).toThrow(/no way/);
    const step = go(phase, event);
    expect(step.phase === 'done' ? step.status : step.phase).toBe(target);
  });

  it('[smile-loop FR25] [smile-loop 7.S1] has an exit for every status', () => {
    const statuses = Object.values(MACHINE).flatMap((row) => Object.values(row as Record<string, Step>));
    const reached = new Set(statuses.flatMap((step) => (step.phase === 'done' ? [step.status] : [])));
    expect([...reached].sort()).toEqual(LOOP_STATUSES.filter((status) => status !== 'running').sort());
  });

  it('refuses a pair of a prototype', () => {
    expect(() => go('start', 'toString')).toThrow(/no way/);
  });
});
