import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { TestProject } from './test-project.js';

const ENV = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' };
/** A mount that only its own processes see; Linux gives it to every user where it is not forbidden. */
const CAN_MOUNT = spawnSync('unshare', ['-rm', 'true'], { env: ENV }).status === 0;
const CAN_CHANGE_USER = spawnSync('setpriv', ['--reuid', '65534', '--clear-groups', 'true'], { env: ENV }).status === 0;
const BUILT = fileURLToPath(new URL('../../dist/files/', import.meta.url));
const LIMITS = { env: ENV, timeout: 20_000 };

const PROGRAM = `
const { ProjectFolder } = await import(process.argv[2] + 'project-folder.js');
const { ProjectFiles } = await import(process.argv[2] + 'project-files.js');
const { readdirSync, readFileSync, writeFileSync, rmSync } = await import('node:fs');
const root = process.argv[3];
const files = new ProjectFiles(await ProjectFolder.open(root));
const told = (action) => action.then(() => 'done', ({ code, facts }) => ({ code, ...facts }));
`;

async function run(command: string, args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(command, args, LIMITS);
  return JSON.parse(stdout);
}

test.skipIf(!CAN_MOUNT)('on a full disk a save says so, and the old file is whole [workbench full-disk]', async () => {
  await using project = await TestProject.make();
  await mkdir(project.at('disk'));
  const program = `${PROGRAM}
    writeFileSync(root + '/a.txt', 'old');
    try { writeFileSync(root + '/filler', 'x'.repeat(100_000)); } catch {}
    const full = await told(files.writeFile('a.txt', 'n'.repeat(50_000)));
    const left = [readdirSync(root).sort(), readFileSync(root + '/a.txt', 'utf8')];
    rmSync(root + '/filler');
    console.log(JSON.stringify({ full, left, again: await told(files.writeFile('a.txt', 'new')) }));`;
  await writeFile(project.at('program.mjs'), program);
  const script = 'mount -t tmpfs -o size=64k tmpfs "$1" && exec "$2" "$3" "$4" "$1"';
  const args = ['sh', project.at('disk'), process.execPath, project.at('program.mjs'), BUILT];
  expect(await run('unshare', ['-rm', 'sh', '-c', script, ...args])).toEqual({
    full: { code: 'storage_full', path: 'a.txt' },
    left: [['a.txt', 'filler'], 'old'],
    again: 'done',
  });
});

test.skipIf(!CAN_CHANGE_USER)('a file or folder that must not be written or read is left as it is', async () => {
  await using project = await TestProject.make({ 'read-only.txt': 'old', 'folder/a.txt': 'old', 'secret.txt': 'old' });
  await chmod(project.parent, 0o755);
  await chmod(project.root, 0o777);
  await chmod(project.at('folder/a.txt'), 0o666);
  await chmod(project.at('secret.txt'), 0o600);
  const program = `${PROGRAM}
    console.log(JSON.stringify({
      readOnly: (await files.readFile('read-only.txt')).readOnly,
      file: await told(files.writeFile('read-only.txt', 'new')),
      folder: await told(files.writeFile('folder/a.txt', 'new')),
      made: await told(files.writeFile('folder/b.txt', 'new')),
      secret: await told(files.readFile('secret.txt')),
      names: [readdirSync(root).sort(), readdirSync(root + '/folder')],
    }));`;
  await writeFile(project.outside('program.mjs'), program);
  const user = ['--reuid', '65534', '--regid', '65534', '--clear-groups', process.execPath];
  expect(await run('setpriv', [...user, project.outside('program.mjs'), BUILT, project.root])).toEqual({
    readOnly: true,
    file: { code: 'file_not_written', path: 'read-only.txt', reason: 'EACCES' },
    folder: { code: 'file_not_written', path: 'folder/a.txt', reason: 'EACCES' },
    made: { code: 'file_not_written', path: 'folder/b.txt', reason: 'EACCES' },
    secret: { code: 'file_unsuitable', path: 'secret.txt', reason: 'unreadable' },
    names: [['folder', 'read-only.txt', 'secret.txt'], ['a.txt']],
  });
  expect(await project.read('folder/a.txt')).toBe('old');
});
