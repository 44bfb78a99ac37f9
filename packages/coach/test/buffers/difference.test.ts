import { applyPatch } from 'diff';
import { describe, expect, test } from 'vitest';
import { BufferCache } from '../../src/buffers/buffer-cache.js';
import { difference } from '../../src/buffers/difference.js';
import { MAX_COMPARED_CHARS, MAX_DIFF_CHARS } from '../../src/buffers/limits.js';
import { TestProject } from '../files/test-project.js';

const CURSOR = { line: 1, column: 1 };
const lines = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `line ${from + at}\n`).join('');

test('the difference of a buffer and its file is unified [coaching-backend FR-031] [coaching-backend FR-032] [coaching-backend SC-013] [coaching-backend 3.5]', async () => {
  await using project = await TestProject.make({ 'src/a.ts': 'one\ntwo\nthree\n' });
  const buffers = new BufferCache(project.files);
  await buffers.open('src/a.ts');
  expect(await buffers.diffOf('src/a.ts')).toBe('');
  buffers.update('src/a.ts', 'one\n2\nthree\n', CURSOR);
  expect(await buffers.diffOf('src/a.ts')).toBe(
    ['--- a/src/a.ts', '+++ b/src/a.ts', '@@ -1,3 +1,3 @@', ' one', '-two', '+2', ' three', ''].join('\n'),
  );
  expect(await buffers.diffOf('src/missing.ts')).toBe('');
  await buffers.save('src/a.ts', 'one\n2\nthree\n');
  expect(await buffers.diffOf('src/a.ts')).toBe('');
});

test('the differences of all files are those of the buffers that are not saved', async () => {
  await using project = await TestProject.make({ a: 'x\n', b: 'x\n', c: 'x\n' });
  const buffers = new BufferCache(project.files);
  for (const path of ['a', 'b', 'c']) await buffers.open(path);
  expect(await buffers.diffs()).toEqual([]);
  buffers.update('b', 'y\n', CURSOR);
  buffers.update('c', 'z\n', CURSOR);
  const diffs = await buffers.diffs();
  expect(diffs.map(({ path }) => path)).toEqual(['b', 'c']);
  expect(diffs[1]?.diff).toContain('+z');
});

test('it is against what is on the disk now, not against what was opened', async () => {
  await using project = await TestProject.make({ a: 'one\n' });
  const buffers = new BufferCache(project.files);
  await buffers.open('a');
  buffers.update('a', 'mine\n', CURSOR);
  await project.write('a', 'theirs\n');
  expect(await buffers.diffOf('a')).toContain('-theirs\n+mine\n');
});

describe('texts that are long or very different', () => {
  const shuffled = (text: string) => text.split('\n').reverse().join('\n');
  test.each([
    [
      'the middle replaced',
      lines(1000) + lines(30_000, 5000) + lines(1000),
      lines(1000) + lines(30_000, 90_000) + lines(1000),
    ],
    ['the start replaced', lines(9000), `first\n${lines(9000, 20_000)}line 1\n`],
    ['no line end', `${lines(9000)}end`, `${lines(9000, 20_000)}end`],
    ['everything gone', lines(9000), ''],
    ['everything new', '', lines(9000)],
    ['another order', lines(5000), shuffled(lines(5000))],
    ['the same end in the middle of a line', `${lines(6000)}x\ntail`, `${lines(6000, 9000)}ytail`],
  ])('%s: the difference is correct, and comes soon', (_name, saved, edited) => {
    const before = performance.now();
    const patch = difference('a', saved, edited);
    expect(performance.now() - before).toBeLessThan(1000);
    if (patch.length <= MAX_DIFF_CHARS)
      expect(applyPatch(saved, patch) || 'does not apply').toBe(edited || 'does not apply');
    else expect(patch).toMatch(/too long to show\n$/);
  });

  test('one line of a text beyond the limit is one line', () => {
    const saved = lines(MAX_COMPARED_CHARS / 10);
    const edited = saved.replace('line 5000\n', 'changed\n');
    const patch = difference('a', saved, edited);
    expect(patch).toBe('--- a/a\n+++ b/a\n@@ -5001,1 +5001,1 @@\n-line 5000\n+changed\n');
    expect(applyPatch(saved, patch)).toBe(edited);
  });

  test('one that is too long to show is cut at the end of a line, and says so', () => {
    const patch = difference('a', '', `${'x'.repeat(100)}\n`.repeat(5000));
    expect(patch.length).toBeLessThan(MAX_DIFF_CHARS + 100);
    expect(patch).toMatch(/\n\+x{100}\n\\ The rest of this difference is too long to show\n$/);
  });
});
