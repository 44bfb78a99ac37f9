import { applyPatch } from 'diff';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BufferCache } from '../../src/buffers/buffer-cache.js';
import { difference } from '../../src/buffers/difference.js';
import { MAX_CHANGED_LINES, MAX_COMPARE_MS, MAX_COMPARED_CHARS, MAX_DIFF_CHARS } from '../../src/buffers/limits.js';
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

  test.each([
    ['longer', 'line\n', 'line and more\n'],
    ['shorter', 'line and more\n', 'line\n'],
    ['no longer empty', '\n', 'line\n'],
    ['empty', 'line\n', '\n'],
  ])('one line of such a text that is %s is that line', (_name, before, after) => {
    const around = lines(MAX_COMPARED_CHARS / 20);
    const [saved, edited] = [before, after].map((line) => `${around}x\n${line}y\n${around}`) as [string, string];
    const patch = difference('a', saved, edited);
    const at = MAX_COMPARED_CHARS / 20 + 2;
    expect(patch).toBe(`--- a/a\n+++ b/a\n@@ -${at},1 +${at},1 @@\n-${before}+${after}`);
    expect(applyPatch(saved, patch)).toBe(edited);
  });

  test('one that is too long to show is cut at the end of a line, and says so', () => {
    const patch = difference('a', '', `${'x'.repeat(100)}\n`.repeat(5000));
    expect(patch.length).toBeLessThan(MAX_DIFF_CHARS + 100);
    expect(patch).toMatch(/\n\+x{100}\n\\ The rest of this difference is too long to show\n$/);
  });
});

describe('the shortest difference is looked for', () => {
  afterEach(() => void vi.restoreAllMocks());

  /** Time as it passes for who compares: so much with every look at the clock. */
  const passing = (msPerLook: number) => {
    let now = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => (now += msPerLook));
  };
  const MIDDLE = lines(100);
  /** New lines before and behind the middle: in the shortest difference, the middle is in no hunk. */
  const around = (before: number, behind = before) => `${lines(before, 1000)}${MIDDLE}${lines(behind, 9000)}`;
  const hunks = (saved: string, edited: string) => difference('a', saved, edited).match(/^@@ /gm)?.length;

  test('for as many changed lines as there may be, and not for more', () => {
    passing(0);
    expect(hunks(MIDDLE, around(MAX_CHANGED_LINES / 2))).toBe(2);
    expect(hunks(MIDDLE, around(MAX_CHANGED_LINES / 2, MAX_CHANGED_LINES / 2 + 1))).toBe(1);
  });

  test('for as long as it may take, and not longer', () => {
    const edited = around(20);
    passing(MAX_COMPARE_MS / 80);
    expect(hunks(MIDDLE, edited)).toBe(2);
    passing(MAX_COMPARE_MS / 20);
    expect(hunks(MIDDLE, edited)).toBe(1);
  });

  test('in texts as long as they may be together, and not in longer ones', () => {
    const edited = around(1);
    /** Of one line, which both texts have at their end. */
    const tail = (length: number) => 'x'.repeat((length - MIDDLE.length - edited.length) / 2);
    for (const [length, expected] of [
      [MAX_COMPARED_CHARS, 2],
      [MAX_COMPARED_CHARS + 2, 1],
    ] as const) {
      const end = tail(length);
      expect(hunks(MIDDLE + end, edited + end)).toBe(expected);
    }
  });
});

test('a difference as long as it may be is shown whole', () => {
  const patchOf = (text: string) => difference('a', '', text);
  const rest = MAX_DIFF_CHARS - patchOf('x\n\n').length;
  const whole = patchOf(`x\n${'y'.repeat(rest)}\n`);
  expect(whole).toHaveLength(MAX_DIFF_CHARS);
  expect(whole.slice(-3)).toBe('yy\n');
  // Of a longer one, only the line that does not fit is left out.
  for (const more of [1, 2]) {
    const cut = patchOf(`x\n${'y'.repeat(rest + more)}\n`);
    expect(cut.slice(0, 100)).toMatch(/\n\+x\n\\ The rest of this difference is too long to show\n$/);
  }
});
