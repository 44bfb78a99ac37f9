import type { MentorResult, StudentResult } from '../contract/agents.js';
import { SmileError } from '../contract/errors.js';
import type { Iteration } from '../contract/loop-state.js';
import type { MentorTask } from './agents.js';
import { bounded, outOfTime } from './bounded.js';
import { Ending, SUMMARIES } from './ending.js';
import type { Loop } from './loop.js';
import { type Move, moveOfMentor, moveOfStudent, moveOfVerdict } from './moves.js';
import { retry } from './retry.js';

export async function start(loop: Loop): Promise<Move<'start'>> {
  guardTime(loop);
  return { event: 'begun' };
}

export async function student(loop: Loop): Promise<Move<'student'>> {
  const { agents, limits } = loop.deps;
  const { iteration, mentorNotes } = loop.state;
  guardBudget(loop);
  const result = await tryAgain(loop, async () => {
    await reset(loop);
    const task = { iteration, mentorNotes, limitMs: limits.agentMs };
    return within(loop, (signal) => agents.student(task, signal));
  });
  return moveOfStudent(result);
}

export async function judge(loop: Loop): Promise<Move<'judge'>> {
  const verdict = await within(loop, async (signal) => loop.deps.agents.judge(signal), loop.deps.limits.judgeMs);
  return moveOfVerdict(verdict);
}

export async function mentor(loop: Loop): Promise<Move<'mentor'>> {
  const { agents, limits } = loop.deps;
  const task = mentorTask(loop);
  guardBudget(loop);
  const result = await tryAgain(loop, () => within(loop, (signal) => agents.mentor(task, signal)));
  return moveOfMentor(result, loop.state.iteration >= limits.maxIterations);
}

function mentorTask({ deps, state }: Loop): MentorTask {
  const { trigger, studentResult, verdict } = lastOf(state.history);
  const { iteration, mentorNotes } = state;
  if (trigger === undefined || studentResult === undefined) throw damaged();
  const limitMs = deps.limits.agentMs;
  return {
    iteration,
    trigger,
    student: studentResult,
    mentorNotes,
    limitMs,
    ...(verdict !== undefined && { verdict }),
  };
}

function lastOf(history: readonly Iteration[]): Iteration {
  const last = history.at(-1);
  if (last === undefined) throw damaged();
  return last;
}

function damaged(): SmileError {
  return new SmileError(
    'state_unreadable',
    'The state of this run has no last iteration to go on from. Start a new run.',
  );
}

/** A container that could not be made is tried once more; then nothing can go on. */
async function reset(loop: Loop): Promise<void> {
  const once = () => within(loop, (signal) => loop.deps.agents.reset(signal));
  try {
    return await once();
  } catch (error) {
    if (!isEngineTrouble(error)) throw error;
  }
  try {
    return await once();
  } catch (error) {
    if (!isEngineTrouble(error)) throw error;
    throw new Ending('infra_failed', error.code, error.message);
  }
}

function isEngineTrouble(error: unknown): error is Ending {
  return error instanceof Ending && error.event === 'setup_failed';
}

/** Never longer than the run may still take. */
function within<T>(loop: Loop, work: (signal: AbortSignal) => Promise<T>, ownMs?: number): Promise<T> {
  const { clock, stop, limits } = loop.deps;
  guardTime(loop);
  return bounded(work, { clock, stop, leftMs: leftMs(loop), limitMs: ownMs ?? limits.agentMs + limits.graceMs });
}

function tryAgain<T extends StudentResult | MentorResult>(loop: Loop, attempt: () => Promise<T>): Promise<T> {
  const { clock, stop, retry: policy } = loop.deps;
  // Waiting, too, ends with the run's time or its stop.
  const work = (signal: AbortSignal) =>
    retry(attempt, {
      policy,
      clock,
      signal,
      isTransient: (result) => result.kind === 'failed' && result.transient,
      onWait: (result, waitMs) => loop.telling.tell({ type: 'error', message: waiting(result, waitMs) }),
    });
  guardTime(loop);
  return bounded(work, { clock, stop, leftMs: leftMs(loop), limitMs: Number.POSITIVE_INFINITY });
}

function waiting(result: StudentResult | MentorResult, waitMs: number): string {
  const why = result.kind === 'failed' ? result.message : '';
  return `${why} Trying again in ${Math.round(waitMs / 1000)} seconds.`;
}

function leftMs({ deps, stopwatch }: Loop): number {
  return deps.limits.timeoutMs - stopwatch.elapsedMs;
}

function guardTime(loop: Loop): void {
  if (leftMs(loop) <= 0) throw outOfTime();
}

/** Before an agent is asked. Checks cost nothing: what a student has completed is judged, whatever it cost. */
function guardBudget({ deps }: Loop): void {
  if (deps.isBudgetSpent()) throw new Ending('budget_spent', 'budget_spent', SUMMARIES.budget_spent ?? '');
}
