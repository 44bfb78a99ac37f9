import { env } from 'node:process';

/** By default, the inputs for a property of cost 1: enough to notice a fault, few enough for every test run. */
const INPUTS_IN_TESTS = 400;

/** How long, in ms, a single input may block the event loop. In a test run, a busy machine alone causes hundreds. */
const MAX_BLOCK_MS_IN_TESTS = 1000;

/** How a run by hand differs from one among the tests. `scripts/fuzz.mjs` sets the variables. */
export const settings = {
  /** The same seed makes the same inputs. */
  seed: Number(env.FUZZ_SEED ?? 1),
  inputs: Number(env.FUZZ_INPUTS ?? INPUTS_IN_TESTS),
  maxBlockMs: Number(env.FUZZ_MAX_BLOCK_MS ?? MAX_BLOCK_MS_IN_TESTS),
  /** A file that gets a line for each property when it is collected, and another when it has run. */
  report: env.FUZZ_REPORT,
  /** Milliseconds for all inputs of one property. A run by hand ends when it is done. */
  timeoutMs: env.FUZZ_REPORT === undefined ? 60_000 : 24 * 60 * 60_000,
};
