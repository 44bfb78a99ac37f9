import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { giveBack } from './give-back.js';

/** Nobody types for so long and goes on in the very moment of a collection, which takes some 30 ms. */
const LOOK_MS = 20_000;
/** A student who reads, and the daemon's own looks at what runs, take less than this share of the time. */
const BUSY_UTILIZATION = 0.01;
/** An idle daemon makes a megabyte of garbage in some minutes; for so little nothing is collected. */
const WORTH_BYTES = 4_000_000;

/** What is known of the program and can be done with it; tests bring their own. */
export interface Program {
  heapUsed(): number;
  /** Share of the time since the last call, from 0 to 1, in which it was busy. */
  utilization(): number;
  collect(): void;
}

/**
 * Collects garbage once the program has nothing to do. V8 only does so when memory is needed, so that an idle daemon
 * keeps what its busiest time has left behind: up to a tenth of all it holds. Keeps no program alive. Returns how to stop it.
 */
export function collectWhenIdle(program: Program = thisProgram()): () => void {
  let left = 0;
  const timer = setInterval(() => {
    if (program.utilization() >= BUSY_UTILIZATION || program.heapUsed() - left < WORTH_BYTES) return;
    program.collect();
    left = program.heapUsed();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The program this runs in. */
export function thisProgram(): Program {
  let before: EventLoopUtilization | undefined;
  return {
    heapUsed: () => process.memoryUsage().heapUsed,
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = before === undefined ? now : performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    collect: () => void giveBack(),
  };
}
