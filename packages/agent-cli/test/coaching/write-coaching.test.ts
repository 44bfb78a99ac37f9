import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeCoaching, writeCoaching } from '../../src/index.js';
import { type Home, newHome } from '../support.js';

const PERMISSIONS = 0o777;

let home: Home;
let folder: string;

beforeEach(async () => {
  home = await newHome();
  folder = join(home.path, 'ours', 'session');
});

afterEach(() => home[Symbol.asyncDispose]());

async function mode(path: string): Promise<number> {
  return (await stat(path)).mode & PERMISSIONS;
}

const files = [{ path: 'a/secret.json', text: 'secret' }];

describe('the folder of a coached session', () => {
  test('has its files and folders for the student alone', async () => {
    await writeCoaching(folder, { files, links: [] });
    expect(await readFile(join(folder, 'a', 'secret.json'), 'utf8')).toBe('secret');
    const modes = [folder, join(folder, 'a'), join(folder, 'a', 'secret.json')].map(mode);
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
  });

  test('links to what the student has and may have later, and makes folders that the CLI writes into', async () => {
    const target = (name: string) => join(home.path, '.cli', name);
    await writeCoaching(folder, {
      files: [],
      links: [
        { path: 'home/.cli/tmp', target: target('tmp'), isFolder: true },
        { path: 'home/.cli/later', target: target('later'), isFolder: false },
      ],
    });
    await writeFile(join(folder, 'home', '.cli', 'later'), 'signed in');
    expect(await readFile(target('later'), 'utf8')).toBe('signed in');
    expect(await readlink(join(folder, 'home', '.cli', 'tmp'))).toBe(target('tmp'));
    expect((await stat(target('tmp'))).isDirectory()).toBe(true);
  });

  test('begins anew each time, and goes without anything of the student’s', async () => {
    const own = join(home.path, 'own');
    await mkdir(own);
    await writeFile(join(own, 'kept'), 'kept');
    await writeCoaching(folder, { files, links: [{ path: 'own', target: own, isFolder: true }] });
    await symlink(join(own, 'kept'), join(folder, 'left'));
    await writeCoaching(folder, { files, links: [] });
    expect(await readdir(folder)).toEqual(['a']);
    await removeCoaching(folder);
    await removeCoaching(folder);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
    expect(await readFile(join(own, 'kept'), 'utf8')).toBe('kept');
  });

  test('is never one that somebody else has put in its place', async () => {
    await mkdir(join(home.path, 'ours'));
    const theirs = join(home.path, 'theirs');
    await mkdir(theirs);
    await symlink(theirs, folder);
    await writeCoaching(folder, { files, links: [] });
    expect(await readdir(theirs)).toEqual([]);
  });
});
