import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SmileError } from '../../src/contract/errors.js';
import { sleep, systemClock } from '../../src/loop/clock.js';
import { isMilestone, milestonesOf } from '../../src/loop/milestones.js';
import { runLoop } from '../../src/loop/orchestrator.js';
import { MODEL_RETRY, waitAfter } from '../../src/loop/retry.js';
import { createRun } from '../../src/loop/store/runs.js';
import { answer, asks, cannot, completed, FakeClock, gap, LIMITS, notes, play, Script, temporary } from './scripted.js';

afterEach(() => vi.useRealTimers());
const forever = () => new Promise<never>(() => {});

describe('what bounds a loop', () => {
  it('asks nobody when it was stopped before, and listens no longer than it runs', async () => {
    const stopped = new Script({ student: [completed] });
    const { state } = await play(stopped, { stop: AbortSignal.abort() });
    expect([state.status, stopped.studentTasks, stopped.resets]).toEqual(['stopped', [], 0]);
    const [stop, clock] = [new AbortController(), new FakeClock()];
    await play(new Script({ student: [asks, completed], mentor: [notes('n')] }), { stop: stop.signal, clock });
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('is the time of the run where an agent may take as much', async () => {
    const clock = new FakeClock();
    const slow = () => {
      queueMicrotask(() => clock.pass(60_000));
      return forever();
    };
    const limits = { ...LIMITS, agentMs: LIMITS.timeoutMs };
    expect((await play(new Script({ student: [slow] }), { clock, limits })).state.status).toBe('timeout');
  });

  it('asks no student once time or budget is spent', async () => {
    const script = new Script({ student: [completed] });
    const late = await play(script, {}, { elapsedMs: LIMITS.timeoutMs });
    expect([late.state.status, late.state.iteration, script.resets]).toEqual(['timeout', 0, 0]);
    const { state } = await play(script, { isBudgetSpent: () => true });
    expect(state.finalResult).toMatchObject({ outcome: 'budget_exhausted', code: 'budget_spent' });
    expect([script.studentTasks, script.resets]).toEqual([[], 0]);
  });

  it('is counted at every step', async () => {
    const clock = new FakeClock();
    const works = () => {
      clock.pass(500);
      return completed;
    };
    const { states } = await play(new Script({ student: [works] }), { clock });
    expect(states.map(({ phase, elapsedMs }) => [phase, elapsedMs])).toEqual([
      ['student', 0],
      ['judge', 500],
      ['done', 500],
    ]);
  });

  it('tries a container once more for an engine’s failure only', async () => {
    const script = new Script({ student: [completed], reset: [new SmileError('checks_unusable', 'No setup.')] });
    expect((await play(script)).state.finalResult).toMatchObject({ outcome: 'harness_error', code: 'checks_unusable' });
    expect(script.resets).toBe(1);
  });
});

describe('how a loop ends', () => {
  it('with a refusal of the mentor', async () => {
    const script = new Script({ student: [asks], mentor: [{ kind: 'refusal', text: 'I will not.' }] });
    const { state } = await play(script);
    expect(state).toMatchObject({ status: 'blocker', finalResult: { outcome: 'agent_refusal' } });
    expect(state.finalResult?.summary).toContain('The mentor refused: I will not.');
  });

  it('with a summary of a length that can be read, and a code for an answer that cannot', async () => {
    const long = answer({ status: 'cannot_complete', reason: 'x'.repeat(9000) });
    expect((await play(new Script({ student: [long] }))).state.finalResult?.summary).toHaveLength(2000);
    const { state } = await play(new Script({ student: [{ kind: 'unreadable', raw: '…', commands: [] }] }));
    expect(state.finalResult).toMatchObject({ code: 'output_unreadable' });
  });
});

describe('a loop that goes on', () => {
  const begun = {
    iteration: 1,
    phase: 'student' as const,
    history: [{ iteration: 1, startedAt: '2026-02-02T10:00:00.000Z' }],
  };

  it('tells what was not told before its process ended, whatever else was told', async () => {
    await using home = await temporary();
    const { run, state } = await createRun(home.path, { target: 'a.md', config: {}, versions: {} }, Date.now());
    await using _run = run;
    await run.appendEvent({ type: 'error', message: 'not a milestone' }, 0);
    const events: string[] = [];
    const deps = { agents: new Script({ student: [completed] }), run, limits: LIMITS, clock: new FakeClock() };
    await runLoop(
      {
        ...deps,
        ...{ retry: MODEL_RETRY, stop: new AbortController().signal, isBudgetSpent: () => false },
        observer: ({ event }) => events.push(event.type),
      },
      { ...state, ...begun },
    );
    expect(events).toEqual(['iteration_start', 'student_output', 'loop_complete']);
  });

  it('asks no mentor of a state that has nothing to ask', async () => {
    const script = new Script({ student: [completed], mentor: [notes('n')] });
    await expect(play(script, {}, { ...begun, phase: 'mentor' })).rejects.toMatchObject({ code: 'state_unreadable' });
    expect(script.mentorTasks).toEqual([]);
  });
});

it('tries a model for a minute', () => {
  const waits = Array.from({ length: MODEL_RETRY.tries - 1 }, (_, index) => waitAfter(index + 1, MODEL_RETRY));
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 30_000]);
});

describe('what is told of a state', () => {
  it('is all known by its type, with words and lines of what it is about', async () => {
    const script = new Script({ student: [asks, cannot], mentor: [notes('n', { gap })] });
    const lineOf = (text: string) => ({ Install: 3, 'npm start': 7 })[text];
    const { state, events } = await play(script, { lineOf });
    expect(events).toMatchObject([
      { type: 'iteration_start', iteration: 1 },
      { type: 'student_output', summary: 'it fails', line: 3 },
      { type: 'mentor_output', line: 7 },
      { type: 'iteration_start', iteration: 2 },
      { type: 'student_output', summary: 'it costs money' },
      { type: 'loop_complete', status: 'blocker' },
    ]);
    expect(milestonesOf(state).map(isMilestone)).toEqual(events.map(() => true));
  });
});

describe('clocks', () => {
  it('do not fire at once for a time that is too long for a timer', () => {
    vi.useFakeTimers();
    const fired = vi.fn();
    const cancel = systemClock.after(2 ** 40, fired);
    vi.advanceTimersByTime(60_000);
    expect(fired).not.toHaveBeenCalled();
    cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are called off when a sleep ends early, and not begun when it has ended before', async () => {
    const [clock, leave] = [new FakeClock(), new AbortController()];
    const asleep = sleep(clock, 1000, leave.signal);
    expect(clock.pending).toBe(1);
    leave.abort(new Error('stopped'));
    await expect(asleep).rejects.toThrow('stopped');
    await expect(sleep(clock, 1000, leave.signal)).rejects.toThrow('stopped');
    expect(clock.pending).toBe(0);
  });
});
