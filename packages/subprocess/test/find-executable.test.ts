import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { findExecutable, findWithoutRunBit } from '../src/index.js';
import { temporaryFolder } from './support.js';

async function program(path: string, mode = 0o755): Promise<void> {
  await writeFile(path, '#!/bin/sh\n');
  await chmod(path, mode);
}

test('the first folder of the PATH that has the program counts', async () => {
  await using folder = await temporaryFolder();
  const [a, b] = [join(folder.path, 'a'), join(folder.path, 'b')];
  await Promise.all([mkdir(a), mkdir(b)]);
  await program(join(b, 'tool'));
  const env = { PATH: `/nowhere:${a}:${b}` };
  expect(await findExecutable('tool', env)).toBe(join(b, 'tool'));
  await symlink(join(b, 'tool'), join(a, 'tool'));
  expect(await findExecutable('tool', env)).toBe(join(a, 'tool'));
});

test('a folder, a file without its run bit, and a link to nothing are no programs', async () => {
  await using folder = await temporaryFolder();
  const env = { PATH: folder.path };
  await mkdir(join(folder.path, 'folder'));
  await program(join(folder.path, 'text'), 0o644);
  await symlink('gone', join(folder.path, 'link'));
  for (const name of ['folder', 'text', 'link', '']) expect(await findExecutable(name, env)).toBeUndefined();
});

test('a file without its run bit is found as what it is, and nothing else is', async () => {
  await using folder = await temporaryFolder();
  const env = { PATH: `/nowhere:${folder.path}` };
  const text = join(folder.path, 'text');
  await program(text, 0o644);
  await mkdir(join(folder.path, 'folder'));
  await symlink('gone', join(folder.path, 'link'));
  expect(await findWithoutRunBit('text', env)).toBe(text);
  expect(await findWithoutRunBit(text, {})).toBe(text);
  for (const name of ['folder', 'link', 'gone', '']) expect(await findWithoutRunBit(name, env)).toBeUndefined();
});

test('relative folders of the PATH and relative names are not looked at', async () => {
  await using folder = await temporaryFolder();
  await program(join(folder.path, 'tool'));
  const here = relative(process.cwd(), folder.path);
  expect(await findExecutable('tool', { PATH: `${here}:` })).toBeUndefined();
  expect(await findExecutable(join(here, 'tool'), { PATH: '/' })).toBeUndefined();
  expect(await findExecutable('../bin/sh', { PATH: '/usr/bin' })).toBeUndefined();
  expect(await findExecutable('sh', {})).toBeUndefined();
  // Not the folder itself, be there a file that is meant by an empty name.
  expect(await findExecutable('', { PATH: join(folder.path, 'tool') })).toBeUndefined();
  expect(await findExecutable('bin/sh', { PATH: '/' })).toBeUndefined();
});

test('an absolute path is taken as it is', async () => {
  expect(await findExecutable('/bin/sh', {})).toBe('/bin/sh');
  expect(await findExecutable('/bin/no-such-program', {})).toBeUndefined();
});
