import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { studentsText } from '../../src/truth/leaks/students-text.js';
import { Home } from '../fixtures/machine/home.js';

const KB = 1024;

let home: Home;
let folder: string;
beforeEach(async () => {
  home = await Home.make();
  folder = home.in('work');
  await mkdir(folder);
});
afterEach(() => home[Symbol.asyncDispose]());

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), text);
}

describe('[coach truth-leak] what a student has in their files', () => {
  test('is in every folder, but not in what tools have put there, and behind no link', async () => {
    await write('mine.py', 'mine');
    await write('more/deep/mine.py', 'deep');
    await write('node_modules/theirs/index.js', 'of a tool');
    await write('mine.py~', 'of an editor');
    await writeFile(home.in('secret'), 'elsewhere');
    await symlink(home.in('secret'), join(folder, 'link'));
    await mkdir(home.in('other'));
    await writeFile(home.in('other', 'secret'), 'elsewhere');
    await symlink(home.in('other'), join(folder, 'others'));
    expect(await studentsText(folder)).toEqual(['mine', 'deep']);
  });

  test('is that of two hundred files, those above first', async () => {
    await Promise.all(Array.from({ length: 150 }, (_, index) => write(`a/${index}`, 'below')));
    await Promise.all(Array.from({ length: 150 }, (_, index) => write(`b/${index}`, 'below')));
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(`z${index}`, 'above')));
    const texts = await studentsText(folder);
    expect(texts).toEqual([...Array(20).fill('above'), ...Array(180).fill('below')]);
    await Promise.all(Array.from({ length: 250 }, (_, index) => write(`${index}`, 'above')));
    expect(await studentsText(folder)).toEqual(Array(200).fill('above'));
  });

  test('is the beginning of a large file', async () => {
    await write('large', `${'a'.repeat(256 * KB)}b`);
    expect(await studentsText(folder)).toEqual(['a'.repeat(256 * KB)]);
  });

  test('is nothing where the folder is gone', async () => {
    expect(await studentsText(join(folder, 'gone'))).toEqual([]);
  });
});
