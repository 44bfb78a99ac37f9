import type { LoopState } from '../contract/loop-state.js';
import type { Agents } from './agents.js';
import type { Stopwatch } from './clock.js';
import type { RetryPolicy } from './retry.js';
import type { Run } from './store/run.js';
import type { Telling, TellingOptions } from './telling.js';

interface LoopLimits {
  readonly maxIterations: number;
  /** Milliseconds of the whole run. */
  readonly timeoutMs: number;
  /** Milliseconds of one run of an agent, which its wrapper ends. */
  readonly agentMs: number;
  /** Milliseconds beyond that, in which the wrapper has to have reported it; else it counts as silent. */
  readonly graceMs: number;
  /** Milliseconds in which checks have to have told what they found. */
  readonly judgeMs: number;
}

export interface LoopDeps extends TellingOptions {
  readonly agents: Agents;
  readonly run: Run;
  readonly limits: LoopLimits;
  readonly retry: RetryPolicy;
  /** Fires when someone stops the loop. */
  readonly stop: AbortSignal;
  /** Whether the money or the tokens of the run are used up. */
  readonly isBudgetSpent: () => boolean;
  /** Told after every transition, when it is on disk. */
  readonly onState?: (state: LoopState) => void;
}

/** What a phase has to work with. */
export interface Loop {
  readonly deps: LoopDeps;
  readonly telling: Telling;
  readonly stopwatch: Stopwatch;
  readonly state: LoopState;
}
