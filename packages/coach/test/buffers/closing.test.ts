import { expect, test } from 'vitest';
import { BufferCache } from '../../src/buffers/buffer-cache.js';
import { TestProject } from '../files/test-project.js';

test('a file that is closed while it is read anew stays closed', async () => {
  await using project = await TestProject.make({ 'a.ts': 'old' });
  const buffers = new BufferCache(project.files);
  await buffers.open('a.ts');
  await project.write('a.ts', 'new');
  const reading = buffers.refresh('a.ts');
  buffers.close('a.ts');
  expect(await reading).toBeNull();
  expect(buffers.paths()).toEqual([]);
});
