import { SmileError } from '../contract/errors.js';
import type { LoopState, Phase } from '../contract/loop-state.js';
import { Stopwatch } from './clock.js';
import { Ending } from './ending.js';
import type { Loop, LoopDeps } from './loop.js';
import { endingMove, type Move } from './moves.js';
import { judge, mentor, start, student } from './phases.js';
import { Telling } from './telling.js';
import { afterMove } from './transition.js';

const PHASES = { start, student, judge, mentor } satisfies {
  [P in Exclude<Phase, 'done'>]: (loop: Loop) => Promise<Move<P>>;
};

/**
 * Drives a run from the phase that its state is in to its end, and returns its last state. Throws `run_not_resumable`
 * for one that has ended, and `disk_full` when nothing can be kept any more: the state on disk is then the last one
 * that could. Whatever else is thrown is a bug; the run can be resumed from its last transition.
 */
export async function runLoop(deps: LoopDeps, initial: LoopState): Promise<LoopState> {
  const telling = await Telling.open(deps.run, deps);
  const stopwatch = new Stopwatch(deps.clock, initial.elapsedMs);
  await telling.tellMilestones(initial);
  if (initial.phase === 'done') throw notResumable(initial);
  let state = initial;
  while (state.phase !== 'done') {
    state = await step({ deps, telling, stopwatch, state }, state.phase);
    await deps.run.save(state);
    deps.onState?.(state);
    await tellFailure(telling, state);
    await telling.tellMilestones(state);
  }
  return state;
}

/** That the tutorial lacks something, or that time is up, is a result and no error. */
async function tellFailure(telling: Telling, { finalResult }: LoopState): Promise<void> {
  const isFailure = finalResult?.outcome === 'infra_error' || finalResult?.outcome === 'harness_error';
  if (isFailure) await telling.tell({ type: 'error', message: finalResult.summary });
}

async function step<P extends Exclude<Phase, 'done'>>(loop: Loop, phase: P): Promise<LoopState> {
  const work = PHASES[phase] as (loop: Loop) => Promise<Move<P>>;
  const move = await work(loop).catch(moveOfEnding<P>);
  const { deps, stopwatch, state } = loop;
  return afterMove(state, phase, move, { nowMs: deps.clock.now(), elapsedMs: stopwatch.elapsedMs });
}

function moveOfEnding<P extends Exclude<Phase, 'done'>>(error: unknown): Move<P> {
  if (!(error instanceof Ending)) throw error;
  // Every phase has these events; that is more than the types can follow for a phase not yet known.
  return endingMove(error) as Move<P>;
}

function notResumable({ runId, status }: LoopState): SmileError {
  return new SmileError(
    'run_not_resumable',
    `Run ${runId} has ended (${status}). Start a new one with "smile-loop run".`,
    {
      runId,
      status,
    },
  );
}
