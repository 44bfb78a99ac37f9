import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as libc from '../../../src/system/libc.js';
import { giveBack } from '../../../src/system/v8/give-back.js';

const MB = 1_000_000;
const FUNCTIONS = 3000;
/** Less than malloc asks the system for at a time, so that it comes from what malloc keeps itself. */
const BLOCK_BYTES = 60_000;

afterEach(() => void vi.restoreAllMocks());

/** Compiled with the first call. */
function manyFunctions(): ((times: number) => number)[] {
  return Array.from(
    { length: FUNCTIONS },
    (_, n) =>
      new Function('times', `let sum = ${n}; for (let i = 0; i < times; i++) sum += i * ${n}; return sum;`) as (
        times: number,
      ) => number,
  );
}

/** Two thousand blocks, of which the last one is kept. */
function fillMalloc() {
  const blocks = Array.from({ length: 2000 }, () => Buffer.allocUnsafeSlow(BLOCK_BYTES).fill(1));
  return { last: blocks.at(-1), rss: process.memoryUsage().rss };
}

function bytecode(): number {
  return getHeapCodeStatistics().bytecode_and_metadata_size;
}

function collectAsEver(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('memory that is given back', () => {
  it('has the compiled form of functions, which work as before; later collections leave it alone', async () => {
    const functions = manyFunctions();
    const sumOf = () => functions.reduce((sum, call) => sum + call(3), 0);
    const before = sumOf();
    const compiled = bytecode();
    await giveBack();
    const left = bytecode();
    expect(compiled - left).toBeGreaterThan(FUNCTIONS * 50);
    expect(sumOf()).toBe(before);
    const again = bytecode();
    expect(again - left).toBeGreaterThan(FUNCTIONS * 50);
    collectAsEver();
    expect(bytecode() - left).toBeGreaterThan(FUNCTIONS * 50);
  });

  it.skipIf(process.platform !== 'linux')('has what malloc keeps below what is still used', async () => {
    const { last, rss } = fillMalloc();
    await giveBack();
    expect(process.memoryUsage().rss).toBeLessThan(rss - 60 * MB);
    expect(last?.[0]).toBe(1);
  });

  it('has the ends of what each thread keeps: during the collection, none is kept', async () => {
    const told: unknown[] = [];
    vi.spyOn(libc, 'malloc').mockReturnValue({
      mallopt: (...args) => told.push(['mallopt', ...args]),
      malloc_trim: (pad) => told.push(['malloc_trim', pad]),
    });
    await giveBack();
    expect(told).toEqual([
      ['mallopt', -1, 0],
      ['malloc_trim', 0],
      ['mallopt', -1, 4 * MB],
    ]);
  });

  it('has the ends of what each thread keeps once they have freed what was collected', async () => {
    const malloc_trim = vi.fn();
    vi.spyOn(libc, 'malloc').mockReturnValue({ mallopt: vi.fn(), malloc_trim });
    const startedAt = performance.now();
    await giveBack();
    expect(malloc_trim).toHaveBeenCalledOnce();
    expect(performance.now() - startedAt).toBeGreaterThan(190);
  });

  it('is what can be given back without glibc', async () => {
    vi.spyOn(libc, 'malloc').mockReturnValue(undefined);
    await expect(giveBack()).resolves.toBeUndefined();
  });

  it('has the gaps between what is still used', async () => {
    const all = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
    const kept = all.filter((_, n) => n % 4 === 0);
    all.length = 0;
    await giveBack();
    const { heapTotal, heapUsed } = process.memoryUsage();
    // A collection that leaves everything in its place leaves 57.
    expect(heapTotal - heapUsed).toBeLessThan(45 * MB);
    expect(kept.at(-1)).toEqual({ n: 999_996 });
  });
});
