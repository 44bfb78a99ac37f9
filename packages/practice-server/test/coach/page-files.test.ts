import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { listPageFiles } from '../../src/coach/page/page-files.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(inject('runFolder'), 'page-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), text);
}

const etagOf = async (place: string) => (await listPageFiles([join(folder, place)])).get('index.html')?.etag;

test('a page is in the first place that has its beginning', async () => {
  await write('source/page.css', 'a part of it');
  await write('built/index.html', 'the page');
  await write('older/index.html', 'the same page');
  const files = await listPageFiles(['nowhere', 'source', 'built', 'older'].map((place) => join(folder, place)));
  expect([...files.values()].map(({ path }) => path)).toEqual([join(folder, 'built', 'index.html')]);
});

test('a file has a tag of its own for each content, and the same for the same', async () => {
  for (let index = 0; index < 200; index += 1) await write(`${index}/index.html`, `page ${index}`);
  await write('again/index.html', 'page 7');
  const tags = await Promise.all(Array.from({ length: 200 }, (_, index) => etagOf(String(index))));
  expect(new Set(tags).size).toBe(200);
  expect(await etagOf('again')).toBe(tags[7]);
  expect(tags[7]).toMatch(/^"[\w-]{27}"$/);
});
