import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { exchangeLastPort } from '../../../src/commands/last-port.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(inject('runFolder'), 'last-port-'));
  path = join(folder, 'last-port');
});
afterEach(() => rm(folder, { recursive: true }));

test('the port before is told if it was another one, and the one of now is kept', async () => {
  expect(await exchangeLastPort(path, 3100)).toBeUndefined();
  expect(await exchangeLastPort(path, 3100)).toBeUndefined();
  expect(await exchangeLastPort(path, 65_535)).toBe(3100);
  expect(await exchangeLastPort(path, 1)).toBe(65_535);
  expect(await exchangeLastPort(path, 3100)).toBe(1);
  expect(await readFile(path, 'utf8')).toBe('3100\n');
});

test.each(['', '0', '-1', '65536', '3100.5', 'many', '1'.repeat(100)])(
  '%j is no port that it could have been on',
  async (damaged) => {
    await writeFile(path, damaged);
    expect(await exchangeLastPort(path, 3100)).toBeUndefined();
    expect(await readFile(path, 'utf8')).toBe('3100\n');
  },
);

test('where it cannot be kept, whoever asks learns why', async () => {
  await mkdir(join(path, 'not empty'), { recursive: true });
  await expect(exchangeLastPort(path, 3100)).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
});
