import { expect, test } from 'vitest';
import { scanTree } from '../../src/tree/scan-tree.js';
import { TestProject } from '../files/test-project.js';

/** Folders with more entries than there is room for, and behind them one that would fit. Returns those that are read. */
async function readBehind(tooLarge: number): Promise<string[]> {
  const paths = Array.from({ length: tooLarge }, (_, at) => ['x', 'y', 'z'].map((name) => `large${at}/${name}`)).flat();
  await using project = await TestProject.make(Object.fromEntries([...paths, 'small/x'].map((path) => [path, ''])));
  const { children = [] } = await scanTree(project.folder, { maxEntries: tooLarge + 1 + 2 });
  expect(children).toHaveLength(tooLarge + 1);
  return children.filter((node) => node.children !== undefined).map(({ name }) => name);
}

test('a folder for which there is no room does not stop those behind it', async () => {
  expect(await readBehind(9)).toEqual(['small']);
});

test('ten folders that were read in vain are enough: the tree is full, however many are left', async () => {
  expect(await readBehind(10)).toEqual([]);
});
