import { rename, rm, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Feed } from '../../src/watch/feeds/feed.js';
import { WatchedTree } from '../../src/watch/watched-tree.js';
import { TestProject } from '../files/test-project.js';

/** Who looks says when, and is told nothing. */
const SILENT: Feed = { add: async () => {}, remove: () => {}, close: async () => {} };

async function known(project: TestProject): Promise<WatchedTree> {
  const tree = new WatchedTree(project.files, () => SILENT, new AbortController().signal);
  await tree.readAnew();
  return tree;
}

/** Nobody can look into the folder, not even the superuser: the system does not get to what is in it. */
async function hide(project: TestProject, folder: string): Promise<void> {
  await rename(project.at(folder), project.outside(folder));
  await symlink(folder, project.at(folder));
}

async function showAgain(project: TestProject, folder: string): Promise<void> {
  await rm(project.at(folder));
  await rename(project.outside(folder), project.at(folder));
}

test('what cannot be looked at is not told as deleted, and is known when it can be again', async () => {
  await using project = await TestProject.make({ 'a/x': '1' });
  const tree = await known(project);
  await hide(project, 'a');
  expect(await tree.look('a/x')).toEqual([]);
  await showAgain(project, 'a');
  expect(await tree.look('a/x')).toEqual([{ action: 'change', path: 'a/x' }]);
  await rm(project.at('a/x'));
  expect(await tree.look('a/x')).toEqual([{ action: 'unlink', path: 'a/x' }]);
});

test('nor has it changed since it was told of', async () => {
  await using project = await TestProject.make({ 'a/x': '1', 'b/x': '1' });
  const tree = await known(project);
  for (const path of ['a/x', 'b/x']) await tree.look(path);
  await hide(project, 'a');
  await rm(project.at('b/x'));
  expect(await tree.changedSince()).toEqual(['b/x']);
});
