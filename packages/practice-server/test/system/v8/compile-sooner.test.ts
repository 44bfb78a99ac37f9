import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { expect, it, onTestFinished } from 'vitest';
import { keepWell } from '../../../src/commands/serve.js';
import type { Daemon } from '../../../src/daemon.js';

/** From V8's `OptimizationStatus`. */
const IS_COMPILED_FOR_SPEED = 1 << 4;
const ENOUGH = 100_000;

/** How often a new function is called, a few times in each turn, until it is compiled for speed. */
async function callsUntilCompiled(): Promise<number> {
  const key = new Function('sum', 'for (let n = 0; n < 10; n++) sum += n; return sum;') as (sum: number) => number;
  const status = new Function('called', 'return %GetOptimizationStatus(called)') as (called: unknown) => number;
  for (let calls = 0; calls < ENOUGH; calls += 20) {
    for (let call = 0; call < 20; call++) key(call);
    await pause(1);
    if ((status(key) & IS_COMPILED_FOR_SPEED) !== 0) return calls;
  }
  throw new Error('It is never compiled for speed');
}

/** Later ones compile early by their own choice, and have no such flag. */
const HAS_BUDGET = process.versions.node.startsWith('20.');

it.runIf(HAS_BUDGET)(
  'compiles for speed what is done for every key after a third of the calls, once it is ready',
  async () => {
    setFlagsFromString('--allow-natives-syntax');
    const others = process.listeners('uncaughtException');
    const before = await callsUntilCompiled();
    keepWell({} as Daemon);
    onTestFinished(() => {
      setFlagsFromString('--interrupt-budget=67584');
      for (const listener of process.listeners('uncaughtException'))
        if (!others.includes(listener)) process.off('uncaughtException', listener);
    });
    const calls = await callsUntilCompiled();
    expect(calls).toBeLessThan(before / 3);
    // What is compiled for speed too soon is compiled again and again.
    expect(calls).toBeGreaterThan(before / 20);
  },
);
