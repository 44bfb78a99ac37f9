import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileSooner } from '../../../src/system/v8/compile-sooner.js';
import { giveBack } from '../../../src/system/v8/give-back.js';

const set = vi.hoisted(() => vi.fn());
vi.mock('node:v8', async (original) => {
  const v8 = await original<typeof import('node:v8')>();
  set.mockImplementation(v8.setFlagsFromString);
  return { ...v8, setFlagsFromString: set };
});

/** The names of all flags that were set since the last time. */
function names(): string[] {
  const flags = set.mock.calls.map(([flag]) => String(flag));
  set.mockClear();
  return flags.map((flag) => flag.replace(/^--(no-)?/, '').replace(/=.*/, ''));
}

async function setAll(): Promise<string[]> {
  vi.resetModules();
  await import('../../../src/system/v8/small-heap.js');
  compileSooner();
  await giveBack();
  return names();
}

afterEach(() => vi.unstubAllGlobals());

describe('the flags of V8', () => {
  it('that are set are all known to this Node, which else prints an error', async () => {
    const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8', env: {} });
    const flags = await setAll();
    expect(flags.length).toBeGreaterThan(4);
    for (const flag of flags) expect(known).toMatch(new RegExp(`^ +--${flag} `, 'm'));
  });

  it('that make every collection thorough, and slow, are on for one only', async () => {
    await giveBack();
    const calls = set.mock.calls.map(([flag]) => String(flag));
    set.mockClear();
    const thorough = ['stress-flush-code', 'compact-on-every-full-gc'];
    expect(calls.slice(0, 2)).toEqual(thorough.map((flag) => `--${flag}`));
    expect(calls.slice(-2)).toEqual(thorough.map((flag) => `--no-${flag}`));
  });

  it.each([
    ['20.19.0', true, true],
    ['21.0.0', false, true],
    ['22.23.5', false, true],
    ['26.12.1', false, true],
    ['27.0.0', false, false],
  ])('are set in Node %s as far as it knows them', async (node, hasBudget, hasOthers) => {
    vi.stubGlobal('process', { ...process, versions: { ...process.versions, node } });
    const flags = new Set(await setAll());
    vi.unstubAllGlobals();
    expect(flags.delete('interrupt-budget')).toBe(hasBudget);
    const others = ['semi-space-growth-factor', 'flush-baseline-code', 'stress-flush-code', 'compact-on-every-full-gc'];
    expect([...flags]).toEqual([...(hasOthers ? others : []), 'expose-gc']);
  });
});
