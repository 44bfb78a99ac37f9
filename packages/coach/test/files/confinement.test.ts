import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PracticeError } from '@agent-factory/protocol';
import { MAX_PATH_LENGTH } from '@agent-factory/protocol/coach';
import { expect, test } from 'vitest';
import { openInside } from '../../src/files/open-inside.js';
import { ProjectFolder } from '../../src/files/project-folder.js';
import { projectPath } from '../../src/files/project-path.js';
import { TestProject } from './test-project.js';
import { told } from './told.js';

const LEAVING = [
  '../outside/secret.txt',
  '../../etc/passwd',
  '/etc/passwd',
  'a/../../outside/secret.txt',
  'a/..',
  '..',
  'a\0b',
];

test('no path leads out, and it is said which did not [coaching-backend FR-023] [coaching-backend SC-016] [coaching-backend EC-10] [coaching-backend 3.9]', async () => {
  await using project = await TestProject.make({ a: 'x' });
  for (const path of LEAVING) {
    expect(await told(project.files.readFile(path))).toEqual({ code: 'path_outside', path });
    expect(await told(project.files.writeFile(path, 'changed'))).toEqual({ code: 'path_outside', path });
  }
  await expect(project.files.readFile('../outside/secret.txt')).rejects.toThrow('../outside/secret.txt leads upwards');
  expect(Object.values(await project.outsideNow())).toEqual(['secret']);
});

test.each([
  ['a\\..\\..\\b', 'path_outside'],
  ['c:/windows', 'path_outside'],
  ['a/.. /b', 'path_outside'],
  ['a/.../b', 'path_outside'],
  ['nul.txt', 'path_outside'],
  ['a:stream', 'path_outside'],
])('Windows reads %j as something else', (path, code) => {
  expect(() => projectPath(path, 'win32')).toThrow(expect.objectContaining({ code }));
});

test.each([
  ['', 'file_not_found'],
  ['./', 'file_not_found'],
  ['a'.repeat(MAX_PATH_LENGTH + 1), 'file_not_found'],
  ['ä'.repeat(200), 'file_not_found'],
  ['a\nb', 'file_unsuitable'],
  ['a\u001b[31m', 'file_unsuitable'],
  ['\ud800', 'file_unsuitable'],
])('the path %j names no file', (path, code) => {
  try {
    projectPath(path);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
    expect((error as PracticeError).message).not.toMatch(/[\x00-\x1f]|.{400}/);
  }
});

test('a link is followed to where it leads, if that is inside of the project [coaching-backend EC-11]', async () => {
  await using project = await TestProject.make({ 'src/a.ts': 'inside' });
  await project.link('alias.ts', 'src/a.ts');
  await project.link('folder', 'src');
  await project.link('leak.txt', project.outside('secret.txt'));
  await project.link('leak', project.outside());
  await project.link('root', '/');
  await project.link('nowhere', 'missing');
  await project.link('nowhere-outside', project.outside('missing'));
  await project.link('circle', 'circle');
  expect((await project.files.readFile('alias.ts')).content).toBe('inside');
  expect((await project.files.readFile('folder/a.ts')).content).toBe('inside');
  for (const path of ['leak.txt', 'leak/secret.txt', 'leak/new.txt', 'leak/a/b.txt', 'root/etc/passwd']) {
    expect(await told(project.folder.resolve(path))).toEqual({ code: 'path_outside', path });
    expect(await told(project.files.readFile(path))).toEqual({ code: 'path_outside', path });
    expect(await told(project.files.writeFile(path, 'changed'))).toEqual({ code: 'path_outside', path });
  }
  for (const path of ['nowhere', 'nowhere-outside', 'nowhere-outside/x', 'circle']) {
    expect(await told(project.files.readFile(path))).toEqual({ code: 'file_not_found', path });
    expect(await told(project.files.writeFile(path, 'changed'))).toEqual({ code: 'file_not_found', path });
  }
  expect(Object.values(await project.outsideNow())).toEqual(['secret']);
});

test('a folder that becomes a link after it was looked at lets nothing out [workbench swapped-link]', async () => {
  await using project = await TestProject.make({ 'a/secret.txt': 'mine' });
  const place = await project.folder.resolve('a/secret.txt');
  await rm(project.at('a'), { recursive: true });
  await symlink(project.outside(), project.at('a'));
  expect(await told(openInside(project.folder, place))).toEqual({ code: 'path_outside', path: 'a/secret.txt' });
});

test('links that are swapped all the time let nothing out and nothing in [workbench swapped-link]', async () => {
  await using project = await TestProject.make({ 'real/secret.txt': 'mine' });
  const swap = `
    const { renameSync, symlinkSync } = require('node:fs');
    const { workerData: { root, outside } } = require('node:worker_threads');
    for (;;) {
      symlinkSync('real', root + '/new'); renameSync(root + '/new', root + '/swapped');
      symlinkSync(outside, root + '/new'); renameSync(root + '/new', root + '/swapped');
    }`;
  await symlink('real', project.at('swapped'));
  const worker = new Worker(swap, { eval: true, workerData: { root: project.root, outside: project.outside() } });
  const seen = new Set<string>();
  try {
    for (let at = 0; at < 1500; at += 1) {
      const action =
        at % 3 === 0
          ? project.files.writeFile('swapped/secret.txt', `mine ${at}`)
          : project.files.readFile('swapped/secret.txt').then(({ content }) => void seen.add(content.slice(0, 4)));
      await action.catch((error: unknown) => {
        if (!(error instanceof PracticeError)) throw error;
        seen.add(error.code);
      });
    }
  } finally {
    await worker.terminate();
  }
  expect(Object.values(await project.outsideNow())).toEqual(['secret']);
  expect(seen).not.toContain('secr');
  expect(seen).toContain('mine');
  expect(seen).toContain('path_outside');
});

test('a project whose folder is deleted, moved or replaced is gone, until it is back [workbench gone-folder]', async () => {
  await using project = await TestProject.make({ a: 'x' });
  const elsewhere = project.outside('moved');
  await rename(project.root, elsewhere);
  const gone = { code: 'project_not_found', path: project.root };
  expect(await told(project.files.readFile('a'))).toEqual(gone);
  await mkdir(project.root);
  await writeFile(project.at('a'), 'of another project');
  expect(await told(project.files.readFile('a'))).toEqual(gone);
  expect(await told(project.files.writeFile('a', 'y'))).toEqual(gone);
  expect(await project.read('a')).toBe('of another project');
  await rm(project.root, { recursive: true });
  await symlink(elsewhere, project.root);
  expect(await told(project.files.readFile('a'))).toEqual(gone);
  await rm(project.root);
  await rename(elsewhere, project.root);
  expect((await project.files.readFile('a')).content).toBe('x');
});

test('what is no folder of one project cannot be opened as one', async () => {
  await using project = await TestProject.make({ file: 'x', 'ours/logs/a': 'x' });
  const opened = (path: string) => told(ProjectFolder.open(path, { home: project.root, ours: [project.at('ours')] }));
  expect(await opened(project.at('missing'))).toMatchObject({ code: 'project_not_found' });
  expect(await opened(project.at('file'))).toMatchObject({ code: 'project_forbidden' });
  expect(await opened('/')).toMatchObject({ code: 'project_forbidden' });
  expect(await opened(project.root)).toMatchObject({ code: 'project_forbidden' });
  expect(await opened(project.parent)).toMatchObject({ code: 'project_forbidden' });
  expect(await opened(project.at('ours'))).toMatchObject({ code: 'project_forbidden' });
  expect(await opened(project.at('ours/logs'))).toMatchObject({ code: 'project_forbidden' });
  expect(await told(ProjectFolder.open(homedir()))).toMatchObject({ code: 'project_forbidden' });
  expect(await told(ProjectFolder.open(dirname(homedir())))).toMatchObject({ code: 'project_forbidden' });
});

test('a folder is opened again where it was, and never where a link in its place leads', async () => {
  await using project = await TestProject.make({ a: 'x' });
  const folder = await ProjectFolder.open(project.root);
  const elsewhere = project.outside('moved');
  await rename(project.root, elsewhere);
  await symlink(project.outside(), project.root);
  expect(await told(folder.again())).toEqual({ code: 'project_not_found', path: project.root });
  await rm(project.root);
  await mkdir(project.root);
  expect((await folder.again()).root).toBe(project.root);
});
