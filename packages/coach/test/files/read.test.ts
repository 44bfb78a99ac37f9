import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { MAX_FILE_BYTES } from '@agent-factory/protocol/coach';
import { expect, test } from 'vitest';
import { TestProject } from './test-project.js';
import { told } from './told.js';

test('a file is read with its language, its lines and its version [coaching-backend FR-024] [coaching-backend SC-010] [coaching-backend 3.1]', async () => {
  await using project = await TestProject.make({ 'src/auth.ts': 'const a = 1;\nconst b = 2;\n' });
  expect(await project.files.readFile('src/auth.ts')).toEqual({
    path: 'src/auth.ts',
    content: 'const a = 1;\nconst b = 2;\n',
    language: 'typescript',
    lineCount: 3,
    version: expect.stringMatching(/^[0-9a-f]{32}$/),
    bytes: 26,
    lineEnding: 'lf',
    hasBom: false,
    readOnly: false,
  });
});

test('the version names the bytes: the same again is the same, another byte is another', async () => {
  await using project = await TestProject.make({ a: 'one', b: 'one', c: 'onf' });
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((path) => project.files.readFile(path)));
  expect(a?.version).toBe(b?.version);
  expect(a?.version).not.toBe(c?.version);
});

test.each([
  ['windows.txt', 'a\r\nb\r\n', 'crlf', 3],
  ['unix.txt', 'a\nb', 'lf', 2],
  ['mixed.txt', 'a\r\nb\n', 'mixed', 3],
  ['old-mac.txt', 'a\rb', 'mixed', 2],
  ['empty.txt', '', 'lf', 1],
])('line ends of %s are told and kept', async (path, content, lineEnding, lineCount) => {
  await using project = await TestProject.make({ [path]: content });
  expect(await project.files.readFile(path)).toMatchObject({ content, lineEnding, lineCount });
});

test('a byte order mark is no part of the content', async () => {
  await using project = await TestProject.make({ 'bom.cs': '\ufeffclass A {}' });
  expect(await project.files.readFile('bom.cs')).toMatchObject({ content: 'class A {}', hasBom: true, bytes: 13 });
});

test('several spellings of a path are one file', async () => {
  await using project = await TestProject.make({ 'src/a.py': 'x' });
  expect((await project.files.readFile('./src//a.py')).path).toBe('src/a.py');
});

test('a binary file is flagged by its extension, and by its content [coaching-backend EC-12]', async () => {
  await using project = await TestProject.make({
    'logo.PNG': 'only text, in fact',
    data: Buffer.from([0x61, 0, 0x62]),
  });
  for (const path of ['logo.PNG', 'data']) {
    expect(await told(project.files.readFile(path))).toEqual({ code: 'file_unsuitable', path, reason: 'binary' });
  }
});

test.each([
  ['invalid UTF-8', Buffer.from([0x61, 0xff, 0x62])],
  ['UTF-16', Buffer.from('\ufeffabc', 'utf16le')],
  ['half a character at the end', Buffer.from([0x61, 0xe2, 0x82])],
])('%s is said plainly', async (_name, bytes) => {
  await using project = await TestProject.make({ 'a.txt': bytes });
  expect(await told(project.files.readFile('a.txt'))).toMatchObject({ code: 'file_unsuitable', reason: 'not_utf8' });
});

test('a file over the limit is refused before it is read, however large it is [coaching-backend EC-14] [workbench huge-file]', async () => {
  await using project = await TestProject.make({ 'largest.txt': 'a'.repeat(MAX_FILE_BYTES), 'sparse.txt': 'a' });
  await truncate(project.at('sparse.txt'), 2 * 1024 ** 3);
  expect((await project.files.readFile('largest.txt')).bytes).toBe(MAX_FILE_BYTES);
  const before = performance.now();
  const refused = project.files.readFile('sparse.txt');
  await expect(refused).rejects.toThrow(/sparse\.txt .*large/);
  expect(await told(refused)).toEqual({ code: 'file_unsuitable', path: 'sparse.txt', reason: 'too_large' });
  expect(performance.now() - before).toBeLessThan(1000);
});

test('pipes, sockets, devices and folders are no files, and nobody waits for them [workbench device-files]', async () => {
  await using project = await TestProject.make({ 'folder/a': 'x' });
  spawnSync('mkfifo', [project.at('pipe')]);
  const server = createServer().listen(project.at('socket'));
  await once(server, 'listening');
  await project.link('zero', '/dev/zero');
  // Only the superuser can make one.
  const hasDevice = spawnSync('mknod', [project.at('device'), 'c', '1', '5']).status === 0;
  for (const path of ['pipe', 'socket', 'folder', ...(hasDevice ? ['device'] : [])]) {
    expect(await told(project.files.readFile(path))).toMatchObject({ code: 'file_unsuitable', reason: 'not_a_file' });
    expect(await told(project.files.writeFile(path, 'x'))).toMatchObject({ reason: 'not_a_file' });
  }
  expect(await told(project.files.readFile('zero'))).toMatchObject({ code: 'path_outside' });
  server.close();
});

test('what is not there is told apart from what was moved away with its folder', async () => {
  await using project = await TestProject.make({ a: 'x' });
  expect(await told(project.files.readFile('b'))).toEqual({ code: 'file_not_found', path: 'b' });
  expect(await told(project.files.readFile('a/b'))).toMatchObject({ code: 'file_not_found' });
});
