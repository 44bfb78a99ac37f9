import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_TREE_ENTRIES, type TreeNode } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CoachDesk } from '../fixtures/coach-desk.js';

let desk: CoachDesk;
beforeEach(async () => {
  desk = await CoachDesk.make();
});
afterEach(() => desk[Symbol.asyncDispose]());

/** Makes empty files in a folder; their names are numbers, filled up to a length. */
function makeFiles(folder: string, count: number, nameLength = 6): void {
  const script = 'cd "$1" && seq -f "%0$2g" "$3" | xargs touch';
  spawnSync('sh', ['-c', script, 'sh', folder, String(nameLength), String(count)]);
}

function sizeOf({ children = [], truncated = false }: TreeNode) {
  return { entries: children.length, truncated };
}

test('all entries of the project’s own folder are sent, at first and when they are asked for [workbench large-folder]', async () => {
  makeFiles(desk.folder, MAX_TREE_ENTRIES + 1);
  const page = await desk.page();
  const { root } = await page.until('fs:tree');
  expect(sizeOf(root)).toEqual({ entries: MAX_TREE_ENTRIES + 1, truncated: false });
  await page.say('explorer:expand_dir', { path: '' });
  const again = await page.until('fs:tree', ({ root }) => root.path === '', 2);
  expect(sizeOf(again.root)).toEqual({ entries: MAX_TREE_ENTRIES + 1, truncated: false });
});

test('of a folder that no message can carry, the first entries are sent, and that there are more [workbench large-folder]', async () => {
  const count = 12_000;
  const path = Array.from({ length: 3 }, () => 'd'.repeat(200)).join('/');
  await mkdir(join(desk.folder, path), { recursive: true });
  makeFiles(join(desk.folder, path), count, 250);
  const page = await desk.page();
  await page.say('explorer:expand_dir', { path });
  const { root } = await page.until('fs:tree', ({ root }) => root.path === path);
  expect(root.truncated).toBe(true);
  expect(root.children?.length).toBeGreaterThan(count / 2);
  expect(root.children?.length).toBeLessThan(count);
  expect(root.children?.[0]?.name).toBe('1'.padStart(250, '0'));
});
