import { rename, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TestProject } from '../files/test-project.js';
import { Watching } from './watching.js';

test('a folder in the place of one that was moved away has its own rules, not those of the other', async () => {
  await using project = await TestProject.make({ 'a/.gitignore': 'out.txt\n', 'a/old.ts': 'x' });
  await using watching = await Watching.start(project);
  // As a whole: nothing is told of the rules in it.
  await rename(project.at('a'), project.outside('a'));
  await watching.until('unlink a/old.ts', 'unlinkDir a');
  await project.write('a/new.ts', 'x');
  await watching.until('addDir a', 'add a/new.ts');
  await project.write('a/out.txt', 'x');
  await watching.until('add a/out.txt');
  expect(watching.errors).toEqual([]);
  await rm(project.outside('a'), { recursive: true });
});
