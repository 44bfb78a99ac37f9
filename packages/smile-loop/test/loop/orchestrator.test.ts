import { describe, expect, it } from 'vitest';
import type { StudentResult } from '../../src/contract/agents.js';
import { SmileError } from '../../src/contract/errors.js';
import type { Verdict } from '../../src/contract/loop-state.js';
import {
  answer,
  asks,
  cannot,
  completed,
  FakeClock,
  gap,
  LIMITS,
  notes,
  overloaded,
  play,
  Script,
} from './scripted.js';

const failing = { passed: false, criteria: [{ name: 'runs', passed: false, message: 'no file' }] };
const forever = () => new Promise<never>(() => {});
const engineLost = new SmileError('engine_lost', 'The engine went away.');

describe('how a loop ends', () => {
  it('[smile-loop 7.1] [smile-loop 7.E4] completes in the first iteration', async () => {
    const { state, events } = await play(new Script({ student: [completed] }));
    expect(state).toMatchObject({
      status: 'completed',
      phase: 'done',
      iteration: 1,
      finalResult: { outcome: 'passed' },
    });
    expect(state.history).toHaveLength(1);
    expect(events.map(({ type }) => type)).toEqual(['iteration_start', 'student_output', 'loop_complete']);
  });

  it('[smile-loop 7.2] ends after maxIterations, with what was found so far', async () => {
    const script = new Script({ student: [asks], mentor: [notes('n', { gap })] });
    const { state } = await play(script);
    expect(state).toMatchObject({ status: 'max_iterations', iteration: 3, finalResult: { outcome: 'docs_gap' } });
    expect(state.history.map(({ mentorResult }) => mentorResult?.kind)).toEqual(['notes', 'notes', 'notes']);
  });

  it('ends with the refusal of a student that gives it as its reason', async () => {
    const refusal = answer({ status: 'cannot_complete', reason: "I'm sorry, but I can't help with that." });
    const { state } = await play(new Script({ student: [refusal] }));
    expect(state.finalResult).toMatchObject({
      outcome: 'agent_refusal',
      summary: expect.stringMatching(/refused: I'm/),
    });
  });

  it('[smile-loop 4.4] [smile-loop 7.3] ends with the reason of a student that cannot go on', async () => {
    const { state } = await play(new Script({ student: [cannot] }));
    expect(state).toMatchObject({ status: 'blocker', finalResult: { outcome: 'docs_gap' } });
    expect(state.finalResult?.summary).toContain('it costs money');
  });

  it('[smile-loop 7.3] [smile-loop 6.E3] ends with the reason of a mentor that finds no way on', async () => {
    const { state } = await play(
      new Script({ student: [asks], mentor: [notes('no such package', { unresolvable: true })] }),
    );
    expect(state).toMatchObject({ status: 'blocker', finalResult: { outcome: 'docs_gap' } });
    expect(state.finalResult?.summary).toContain('no such package');
    expect(state.mentorNotes).toEqual(['no such package']);
  });

  it('[smile-loop 7.4] ends in the middle of an agent that heeds no signal when the time is up', async () => {
    const clock = new FakeClock();
    const slow = () => {
      queueMicrotask(() => clock.pass(60_001));
      return forever();
    };
    const { state } = await play(new Script({ student: [slow] }), { clock, limits: { ...LIMITS, agentMs: 90_000 } });
    expect(state).toMatchObject({ status: 'timeout', elapsedMs: 60_001, finalResult: { outcome: 'budget_exhausted' } });
  });

  it('[smile-loop 7.E1] counts a wrapper that never calls back as an error', async () => {
    const clock = new FakeClock();
    const silent = () => {
      queueMicrotask(() => clock.pass(30_000));
      return forever();
    };
    const { state, events } = await play(new Script({ student: [silent] }), { clock });
    expect(state).toMatchObject({
      status: 'failed',
      finalResult: { outcome: 'harness_error', code: 'wrapper_silent' },
    });
    expect(events.at(-2)?.type).toBe('error');
  });

  it('gives a wrapper time beyond its agent’s to report, and checks their own', async () => {
    const clock = new FakeClock();
    /** Ends after that time, if nobody has ended it before. */
    const after = <T>(ms: number, result: T) => {
      return () => {
        const ended = new Promise<T>((resolve) => void clock.after(ms, () => resolve(result)));
        setImmediate(() => clock.pass(ms));
        return ended;
      };
    };
    const limits = { ...LIMITS, timeoutMs: 600_000, graceMs: 10_000, judgeMs: 90_000 };
    const verdict: Verdict = { passed: true, criteria: [] };
    const script = new Script({ student: [after(39_000, completed)], judge: [after(89_000, verdict)] });
    const { state } = await play(script, { clock, limits });
    expect(script.studentTasks[0]?.limitMs).toBe(30_000);
    expect(state).toMatchObject({ status: 'completed', elapsedMs: 128_000, finalResult: { outcome: 'passed' } });
    const late = new Script({ student: [after(41_000, completed)] });
    const ended = await play(late, { clock: clock, limits });
    expect(ended.state.finalResult).toMatchObject({ code: 'wrapper_silent' });
    const slow = new Script({ student: [completed], judge: [after(91_000, verdict)] });
    expect((await play(slow, { clock, limits })).state.finalResult).toMatchObject({ outcome: 'harness_error' });
  });

  it('stops at once when it is told to', async () => {
    const stop = new AbortController();
    const working = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('killed')));
        queueMicrotask(() => stop.abort());
      });
    const { state } = await play(new Script({ student: [working] }), { stop: stop.signal });
    expect(state).toMatchObject({ status: 'stopped', finalResult: { code: 'stopped' } });
  });

  it('asks no mentor once the budget is spent, but judges what is completed', async () => {
    const spent = { isBudgetSpent: () => script.studentTasks.length > 0 };
    let script = new Script({ student: [asks] });
    expect((await play(script, spent)).state.finalResult).toMatchObject({ outcome: 'budget_exhausted' });
    expect(script.mentorTasks).toEqual([]);
    script = new Script({ student: [completed], judge: [{ passed: true, criteria: [] }] });
    expect((await play(script, spent)).state.status).toBe('completed');
  });

  it.each<[string, string, StudentResult | SmileError]>([
    ['agent_refusal', 'blocker', { kind: 'refusal', text: 'no', commands: [] }],
    ['harness_error', 'failed', { kind: 'unreadable', raw: '…', commands: [] }],
    ['infra_error', 'failed', { ...overloaded, code: 'not_signed_in', transient: false }],
    ['budget_exhausted', 'failed', { ...overloaded, code: 'budget_spent', transient: false }],
    ['infra_error', 'failed', engineLost],
  ])('says %s and %s for what a student came to', async (outcome, status, result) => {
    const { state } = await play(new Script({ student: [result] }));
    expect(state).toMatchObject({ status, finalResult: { outcome } });
  });
});

describe('from student to mentor and back', () => {
  it('[smile-loop 6.4] [smile-loop 7.5] [smile-loop FR24] gives each student all notes so far', async () => {
    const script = new Script({ student: [asks, asks, completed], mentor: [notes('one'), notes('two')] });
    const { state } = await play(script);
    expect(script.studentTasks.map(({ mentorNotes }) => mentorNotes)).toEqual([[], ['one'], ['one', 'two']]);
    expect(script.resets).toBe(3);
    expect(state).toMatchObject({
      status: 'completed',
      mentorNotes: ['one', 'two'],
      finalResult: { outcome: 'docs_gap' },
    });
  });

  it('[smile-loop FR19] asks the mentor by the most specific trigger', async () => {
    const student = answer({ status: 'ask_mentor', trigger: 'command_failure' }, ['missing_dependency']);
    const script = new Script({ student: [student, completed], mentor: [notes('n')] });
    await play(script);
    expect(script.mentorTasks[0]?.trigger).toBe('missing_dependency');
  });

  it("[smile-loop 5.S3] has a trigger and the student's own words for each ask, also where nothing was seen", async () => {
    const unseen = answer({ status: 'ask_mentor', questionForMentor: 'Which port?', currentStep: 'Start it' });
    const script = new Script({ student: [asks, unseen, completed], mentor: [notes('n')] });
    const { state } = await play(script);
    expect(script.mentorTasks).toMatchObject([
      { trigger: 'command_failure', student: { answer: { problem: 'it fails', currentStep: 'Install' } } },
      { trigger: 'ambiguous_instruction', student: { answer: { questionForMentor: 'Which port?' } } },
    ]);
    expect(state.history.map(({ trigger }) => trigger)).toEqual([
      'command_failure',
      'ambiguous_instruction',
      undefined,
    ]);
  });

  it('[smile-loop 5.E2] asks nobody where a student goes on although a trigger has fired', async () => {
    const script = new Script({ student: [answer({ status: 'completed' }, ['command_failure'])] });
    expect((await play(script)).state).toMatchObject({ status: 'completed', iteration: 1 });
    expect(script.mentorTasks).toEqual([]);
  });

  it('asks the mentor about failed checks, whatever the student says', async () => {
    const script = new Script({
      student: [completed],
      judge: [failing, { passed: true, criteria: [] }],
      mentor: [notes('n', { gap })],
    });
    const { state } = await play(script);
    expect(script.mentorTasks).toMatchObject([{ trigger: 'check_failed', verdict: failing }]);
    expect(state).toMatchObject({ iteration: 2, status: 'completed', finalResult: { outcome: 'docs_gap' } });
  });

  it('[smile-loop FR22] [smile-loop 7.S2] [smile-loop 8.S2] keeps a history that agrees with every state and event', async () => {
    const script = new Script({ student: [asks, completed], mentor: [notes('one')] });
    const { states, events } = await play(script);
    expect(states.map(({ phase, iteration, history }) => [phase, iteration, history.length])).toEqual([
      ['student', 1, 1],
      ['mentor', 1, 1],
      ['student', 2, 2],
      ['judge', 2, 2],
      ['done', 2, 2],
    ]);
    expect(events.map(({ type }) => type)).toEqual(
      'iteration_start student_output mentor_output iteration_start student_output loop_complete'.split(' '),
    );
  });
});

describe('what goes wrong on the way', () => {
  /** Each wait is over as soon as it begins. */
  class Hurried extends FakeClock {
    override after(ms: number, act: () => void) {
      const cancel = super.after(ms, act);
      if (ms < 10_000) queueMicrotask(() => this.pass(ms));
      return cancel;
    }
  }

  it('[smile-loop 4.E2] [smile-loop 6.E1] tries again after 1, then 2 seconds, each time in a fresh container', async () => {
    const clock = new Hurried();
    const script = new Script({ student: [overloaded, overloaded, completed] });
    const { state, events } = await play(script, { clock });
    expect(state.status).toBe('completed');
    expect(clock.waits.filter((ms) => ms < 10_000)).toEqual([1000, 2000]);
    expect(script.resets).toBe(3);
    expect(events.filter(({ type }) => type === 'error')).toHaveLength(2);
  });

  it('[smile-loop 4.E2] ends with a blocker when that does not help', async () => {
    const { state } = await play(new Script({ student: [overloaded] }), { clock: new Hurried() });
    expect(state).toMatchObject({ status: 'blocker', finalResult: { outcome: 'infra_error', code: 'rate_limited' } });
  });

  it('[smile-loop 6.E1] ends with a blocker when the mentor stays away', async () => {
    const script = new Script({ student: [asks], mentor: [overloaded] });
    const { state } = await play(script, { clock: new Hurried() });
    expect(state).toMatchObject({ status: 'blocker', finalResult: { outcome: 'infra_error' } });
    expect(script.mentorTasks).toHaveLength(3);
  });

  it('[smile-loop 3.E4] makes a container once more, then ends with a blocker', async () => {
    const helped = new Script({ student: [completed], reset: [engineLost, () => {}] });
    expect((await play(helped)).state.status).toBe('completed');
    const { state } = await play(new Script({ student: [completed], reset: [engineLost] }));
    expect(state).toMatchObject({ status: 'blocker', finalResult: { outcome: 'infra_error', code: 'engine_lost' } });
  });

  it('throws a bug of an agent', async () => {
    await expect(play(new Script({ student: [new TypeError('bug')] }))).rejects.toThrow('bug');
  });

  it('goes on from a kept phase with its own elapsed time, and refuses one that has ended', async () => {
    const from = {
      phase: 'student',
      iteration: 1,
      elapsedMs: 59_000,
      history: [{ iteration: 1, startedAt: '2026-02-02T09:00:00.000Z' }],
    } as const;
    const clock = new FakeClock();
    const slow = () => {
      queueMicrotask(() => clock.pass(1000));
      return forever();
    };
    const { state } = await play(new Script({ student: [slow] }), { clock }, { ...from, history: [...from.history] });
    expect(state).toMatchObject({ status: 'timeout', elapsedMs: 60_000, iteration: 1 });
    await expect(play(new Script({ student: [] }), {}, { phase: 'done' })).rejects.toMatchObject({
      code: 'run_not_resumable',
    });
  });

  it.each([86_400_000, -86_400_000])('is not misled by a clock that jumps by %d ms', async (jump) => {
    const clock = new FakeClock();
    const jumps = () => {
      clock.pass(500);
      clock.wall += jump;
      return asks;
    };
    const script = new Script({ student: [jumps, completed], mentor: [notes('n')] });
    const { state } = await play(script, { clock });
    expect(state).toMatchObject({ status: 'completed', elapsedMs: 500 });
    for (const { startedAt, endedAt = '' } of state.history) expect(endedAt >= startedAt).toBe(true);
  });
});
