import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { asMarkdown, keepBeside, readKept } from '../../src/mutation/kept.js';
import { readOptions } from '../../src/mutation/options.js';
import { PARTS } from '../../src/mutation/parts.js';
import { LEFT_OUT_NAMES } from '../../src/mutation/run-part.js';
import { exitCodeOf, isEnough, percentOf, scoreOf } from '../../src/mutation/score.js';
import { filesOfShare, sourcesIn, WHOLE } from '../../src/mutation/share.js';

const mutant = (status: string, line = 1) => ({
  mutatorName: 'BooleanLiteral',
  replacement: 'true',
  status,
  location: { start: { line, column: 3 } },
});

it('counts as noticed what fails or never ends, as unnoticed what passes or is never run, and nothing else', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'RuntimeError', 'Ignored'];
  const score = scoreOf({ files: { 'src/a.ts': { mutants: statuses.map((status, n) => mutant(status, n + 1)) } } });
  expect(score).toEqual({
    noticed: 2,
    tried: 4,
    survivors: ['src/a.ts:3:3 BooleanLiteral → true', 'src/a.ts:4:3 BooleanLiteral → true, which no test runs'],
  });
  expect(percentOf(score)).toBe(50);
  expect(percentOf({ noticed: 0, tried: 0 })).toBe(100);
  const long = { ...mutant('Survived'), replacement: 'x'.repeat(300) };
  expect(scoreOf({ files: { 'src/a.ts': { mutants: [long] } } }).survivors[0]?.length).toBeLessThan(150);
});

it('is content with four of five that are noticed of each part, and with no less', () => {
  expect(isEnough({ noticed: 80, tried: 100 })).toBe(true);
  expect(isEnough({ noticed: 79, tried: 100 })).toBe(false);
  expect([[true, true], [true, false], [false, true], [false]].map(exitCodeOf)).toEqual([0, 1, 1, 1]);
});

it('keeps the scores in a table that it reads again, in the order of the parts, with a sum of their shares', () => {
  const rows = [
    { part: 'client', share: '2/8', noticed: 9, tried: 10, date: '2026-11-28' },
    { part: 'client', share: '1/8', noticed: 6, tried: 10, date: '2026-11-27' },
    { part: 'protocol', share: '1/1', noticed: 8, tried: 10, date: '2026-11-27' },
  ];
  const text = asMarkdown(rows);
  expect(readKept(text)).toEqual(rows.toReversed());
  expect(text).toContain('| **client** | **2 shares** | 15 | 20 | 75.0 % | |');
  expect(text).toContain('| client | 2/8 | 9 | 10 | 90.0 % | 2026-11-28 |');
  expect(text).not.toContain('**protocol**');
  expect(readKept('')).toEqual([]);
});

it('replaces what was kept of the same share, and what was divided otherwise', () => {
  const row = (part: string, share: string, noticed = 1) => ({ part, share, noticed, tried: 2, date: '2026-11-28' });
  const before = [row('client', '1/8'), row('client', '2/8'), row('protocol', '1/8')];
  expect(keepBeside(before, row('client', '2/8', 2))).toEqual([before[0], before[2], row('client', '2/8', 2)]);
  expect(keepBeside(before, row('client', '1/4'))).toEqual([before[2], row('client', '1/4')]);
});

it('divides files into shares that are the whole together, each file always in the same one', () => {
  const files = Array.from({ length: 50 }, (_, n) => `src/${n}.ts`);
  const shares = [1, 2, 3, 4].map((which) => filesOfShare(files, { which, of: 4 }));
  expect(shares.flat().toSorted()).toEqual(files.toSorted());
  for (const share of shares) expect(share.length).toBeGreaterThan(4);
  expect(filesOfShare(files.slice(0, 25), { which: 2, of: 4 })).toEqual(
    shares[1]?.filter((file) => files.indexOf(file) < 25),
  );
  expect(filesOfShare(files, WHOLE)).toEqual(files);
});

it('reads a share, and refuses what is none', () => {
  expect(readOptions(['--share', '3/8']).share).toEqual({ which: 3, of: 8 });
  expect(readOptions([]).share).toEqual(WHOLE);
  for (const wrong of ['9/8', '0/8', '1', '1/0', 'a/b', '1/100', ''])
    expect(() => readOptions(['--share', wrong])).toThrow(`"${wrong}" is no share`);
  expect(() => readOptions(['protocol', '--only', 'src/a.ts', '--share', '1/8'])).toThrow('--only or --share');
});

it('leaves out only tests that there are', async () => {
  const tests = await Promise.all(
    [...new Set(Object.values(PARTS).map(({ folder }) => folder))].map(async (folder) => {
      const path = fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
      return (await sourcesIn(path, 'test')).map((file) => join(path, file));
    }),
  );
  const files = tests.flat();
  expect(files.some((file) => /\/hostile[^/]*\.test\.ts$/.test(file))).toBe(true);
  expect(files.some((file) => file.includes('/fuzz/'))).toBe(true);
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  for (const name of LEFT_OUT_NAMES) {
    const count = texts.filter((text) => text.includes(name)).length;
    expect(count, name).toBeGreaterThan(0);
    expect(count, name).toBeLessThan(4);
  }
});

it('finds the code of every part, and the tests of the same name where it is not all of a package', async () => {
  for (const { folder, code, tests } of Object.values(PARTS)) {
    const path = fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
    const sources = await sourcesIn(path, code);
    expect(sources.length, folder).toBeGreaterThan(3);
    expect(sources.every((file) => file.startsWith(`${code}/`) && !file.includes('dist'))).toBe(true);
    if (tests === undefined) continue;
    expect(tests).toBe(code.replace('src/', 'test/'));
    expect((await sourcesIn(path, tests)).filter((file) => file.endsWith('.test.ts')).length, tests).toBeGreaterThan(3);
  }
});

it('takes all parts, or the named ones, and refuses what makes no sense', () => {
  expect(readOptions([]).parts).toEqual(Object.keys(PARTS));
  expect(readOptions(['subprocess', 'protocol']).parts).toEqual(['protocol', 'subprocess']);
  expect(() => readOptions(['nothing'])).toThrow('There is no part "nothing".');
  expect(() => readOptions(['--only', 'src/a.ts'])).toThrow('name it');
  expect(() => readOptions(['protocol', '--only', 'src/a.ts', '--keep'])).toThrow('whole parts');
});
