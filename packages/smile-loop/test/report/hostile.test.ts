import { applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { applyEdits, editOf } from '../../src/report/edits.js';
import { fence } from '../../src/report/formats/escape.js';
import { combinedPatch } from '../../src/report/patch.js';
import { missingThing, samePlace } from '../../src/report/same.js';
import { MOMENT_MS, processorTime } from '../agents/processor-time.js';

describe('a hostile text takes a moment', () => {
  it.each([
    ['that is all new', 'b\n'.repeat(5000)],
    ['that is new in part', 'a\nb\n'.repeat(2500)],
  ])('to be patched by fixes of 10 KB %s', (_, added) => {
    const text = 'a\n'.repeat(50_000);
    const edits = [10_000, 20_000, 30_000, 40_000].map((start) => ({ start, end: start + 20, text: added }));
    let patch = '';
    expect(processorTime(() => ({ patch } = combinedPatch('a.md', text, edits)))).toBeLessThan(MOMENT_MS);
    expect(applyPatch(text, patch)).toBe(applyEdits(text, edits));
  });

  it('in which a quote of the same words is looked for', () => {
    const fix = { kind: 'replace', text: 'x' } as const;
    const search = () => editOf('a '.repeat(500_000), { line: 1, quote: `${'a '.repeat(2000)}b`, fix });
    expect(processorTime(search)).toBeLessThan(MOMENT_MS);
  });

  it('of blank lines that is to be inserted', () => {
    const fix = { kind: 'insert_after', text: `${'\n'.repeat(400_000)}x` } as const;
    expect(processorTime(() => editOf('a\n', { line: 1, quote: 'a', fix }))).toBeLessThan(MOMENT_MS);
  });

  it('that may name what is missing', () => {
    const evidence = [{ command: 'x', exitCode: 1, output: 'a'.repeat(300_000) }];
    expect(processorTime(() => missingThing(evidence))).toBeLessThan(MOMENT_MS);
  });

  it('that is compared with others, and read once for that', () => {
    let reads = 0;
    const gap = (problem: string) => {
      const shown = Object.defineProperty({ command: 'x', exitCode: 1, output: '' }, 'output', {
        get() {
          reads += 1;
          return '';
        },
      });
      return { location: { line: null }, problem, evidence: [shown] };
    };
    const [first, ...others] = ['a', 'b', 'c', 'd'].map(gap);
    if (first === undefined) throw new Error('There are four.');
    const compare = () => expect(others.some((other) => samePlace(first, other))).toBe(false);
    compare();
    const once = reads;
    compare();
    expect(reads).toBe(once);
  });

  it('of backticks that is shown in a fence', () => {
    const text = '` '.repeat(200_000);
    expect(fence(text)).toBe(`\`\`\`\n${text}\n\`\`\``);
    expect(fence('a ```` b')).toBe('`````\na ```` b\n`````');
  });
});
