import { appendFileSync } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import fc from 'fast-check';
import { test } from 'vitest';
import { Blocks } from './blocks.js';
import { settings } from './settings.js';

/** Milliseconds without a turn of the event loop after which the test runner gets one. */
const BREATHE_AFTER_MS = 50;
/** The longest counterexample that is shown in full; a shrunk one takes a line. */
const MAX_SHOWN_LENGTH = 2000;
/** Milliseconds for making a counterexample smaller; the smallest one found by then is shown. */
const SHRINK_FOR_MS = 10_000;

/** What has to hold of a parser, whatever it is given. */
export interface Property<T> {
  /** What reads the input, in plain words. */
  readonly parser: string;
  /** What holds. */
  readonly says: string;
  readonly input: fc.Arbitrary<T>;
  /** Throws if it does not hold. */
  readonly holds: (input: T) => void | Promise<void>;
  /** How many times fewer inputs it gets than one that only computes. */
  readonly cost?: number;
}

/** A test of a property: with few inputs in a test run, and with as many as you like by `npm run fuzz`. */
export function fuzz<T>(property: Property<T>): void {
  const { parser, says, cost = 1 } = property;
  const name = `${parser}: ${says}`;
  report({ name, cost });
  test(name, () => run(name, property), settings.timeoutMs);
}

async function run<T>(name: string, { input, holds, cost = 1 }: Property<T>): Promise<void> {
  using blocks = new Blocks(settings.maxBlockMs);
  let breathedAt = performance.now();
  let failedAt = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(input, async (value) => {
    if (performance.now() - failedAt > SHRINK_FOR_MS) return;
    await blocks
      .measure(() => holds(value))
      .catch((error: unknown) => {
        failedAt = Math.min(failedAt, performance.now());
        throw error;
      });
    if (performance.now() - breathedAt < BREATHE_AFTER_MS) return;
    await breathe();
    breathedAt = performance.now();
  });
  const numRuns = Math.max(1, Math.round(settings.inputs / cost));
  const details = await fc.check(property, { seed: settings.seed, numRuns });
  report({ name, inputs: details.numRuns, failed: details.failed, longestMs: blocks.longestMs });
  if (details.failed) throw new Error(describe(name, details), { cause: details.errorInstance });
}

function describe<T>(name: string, { counterexample, numRuns, numShrinks, errorInstance }: fc.RunDetails<[T]>): string {
  const error = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [
    `This does not hold: ${name}; for the input`,
    shortened(fc.stringify(counterexample?.[0])),
    `because: ${shortened(error)}`,
    `Found by input ${numRuns}, made smaller ${numShrinks} times. To reproduce it:`,
    `npm run fuzz -- --seed ${settings.seed} --inputs ${numRuns} --only '${name}'`,
  ].join('\n');
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}… (${text.length} characters)` : text;
}

function report(row: object): void {
  if (settings.report !== undefined) appendFileSync(settings.report, `${JSON.stringify(row)}\n`);
}
