import { execFile, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { watch } from 'chokidar';
import { expect, test } from 'vitest';
import type { StartWatcher } from '../../src/watch/feeds/feed.js';
import { TestProject } from '../files/test-project.js';
import { Watching, waitUntil } from './watching.js';

const ENV = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' };
const SET_LIMIT = 'echo 3 > /proc/sys/user/max_inotify_watches';
/** A limit for the processes of one namespace; Linux lets every user set it where that is not forbidden. */
const CAN_LIMIT = spawnSync('unshare', ['-r', 'sh', '-c', SET_LIMIT], { env: ENV }).status === 0;
const BUILT = fileURLToPath(new URL('../../dist/', import.meta.url));

/** chokidar, to which the system gives only so many watches. */
function limited(count: number): StartWatcher {
  let left = count;
  return (paths, options) => {
    const watcher = watch(paths, options);
    left -= Array.isArray(paths) ? paths.length : 0;
    const error = Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' });
    if (left < 0 && !options.usePolling) process.nextTick(() => watcher.emit('error', error));
    return watcher;
  };
}

test('when the system gives no more watches, files are looked at again and again, and that is said [workbench watch-limit]', async () => {
  await using project = await TestProject.make({ 'src/lib/a.ts': 'x', '.gitignore': '*.log\n', 'node_modules/x': '1' });
  await using watching = await Watching.start(project, { watch: limited(2) });
  await watching.until('rescan ');
  expect(watching.watch.isPolling).toBe(true);
  expect(watching.reasons).toEqual([expect.stringContaining('ENOSPC')]);
  await project.write('src/lib/a.ts', 'changed');
  await project.write('src/new/b.ts', 'x');
  await project.write('src/lib/debug.log', 'x');
  await watching.until('change src/lib/a.ts', 'addDir src/new', 'add src/new/b.ts');
  await project.files.writeFile('src/lib/a.ts', 'mine');
  await waitUntil(
    () => watching.events.some(({ version }) => version !== undefined),
    () => 'our own save',
  );
  expect(watching.told).not.toContain('add src/lib/debug.log');
  expect(watching.errors).toEqual([]);
});

test('the limit is met as well by a folder that comes later', async () => {
  await using project = await TestProject.make({ 'src/a.ts': 'x' });
  await using watching = await Watching.start(project, { watch: limited(2) });
  expect(watching.watch.isPolling).toBe(false);
  await project.write('late/a.ts', 'x');
  await watching.until('rescan ');
  await project.write('late/a.ts', 'changed');
  await watching.until('change late/a.ts');
  expect(watching.reasons).toHaveLength(1);
});

test('what is no limit is told as what it is', async () => {
  await using project = await TestProject.make({ a: 'x' });
  const failure = Object.assign(new Error('broken'), { code: 'EIO' });
  const broken: StartWatcher = (paths, options) => {
    const watcher = watch(paths, options);
    process.nextTick(() => watcher.emit('error', failure));
    return watcher;
  };
  await using watching = await Watching.start(project, { watch: broken });
  expect(watching.errors).toEqual([failure]);
  expect(watching.watch.isPolling).toBe(false);
});

test('of two writes of which only the first is noticed, the second one is found', async () => {
  await using project = await TestProject.make({ a: 'x' });
  let isDeaf = false;
  const hearing: StartWatcher = (paths, options) => {
    const watcher = watch(paths, options);
    const emit = watcher.emit.bind(watcher) as (...args: unknown[]) => boolean;
    watcher.emit = (...args: unknown[]) => (isDeaf && args[0] === 'raw' ? false : emit(...args));
    return watcher;
  };
  let count = 0;
  await using watching = await Watching.start(project, {
    watch: hearing,
    onEvents: () => {
      count += 1;
      isDeaf = true;
      if (count === 1) void project.write('a', 'the second one');
    },
  });
  await project.write('a', 'first');
  await waitUntil(
    () => count === 2,
    () => 'the second one',
  );
  void watching;
});

const PROGRAM = `
const built = process.argv[2];
const { ProjectFolder } = await import(built + 'files/project-folder.js');
const { ProjectFiles } = await import(built + 'files/project-files.js');
const { ProjectWatch } = await import(built + 'watch/project-watch.js');
const { writeFileSync } = await import('node:fs');
const root = process.argv[3];
const reasons = [];
const watch = new ProjectWatch({
  files: new ProjectFiles(await ProjectFolder.open(root)),
  onPolling: (reason) => reasons.push(reason),
  onError: (error) => { throw error; },
  onEvents: async (events) => {
    if (events.some(({ action }) => action === 'rescan')) writeFileSync(root + '/c/d/a.ts', 'changed');
    if (!events.some(({ action, path }) => action === 'change' && path === 'c/d/a.ts')) return;
    await watch.close();
    console.log(JSON.stringify({ reasons, isPolling: watch.isPolling }));
  },
});
`;

test.skipIf(!CAN_LIMIT)(
  'with the system’s own limit reached, changes are still told [workbench watch-limit]',
  async () => {
    await using project = await TestProject.make({ 'a/x': '1', 'b/x': '1', 'c/d/a.ts': 'x', 'e/f/g': '1' });
    await mkdir(project.at('empty'));
    await writeFile(project.outside('program.mjs'), PROGRAM);
    const args = ['sh', process.execPath, project.outside('program.mjs'), BUILT, project.root];
    const script = `${SET_LIMIT} && exec "$@"`;
    const { stdout } = await promisify(execFile)('unshare', ['-r', 'sh', '-c', script, ...args], {
      env: ENV,
      timeout: 30_000,
    });
    expect(JSON.parse(stdout)).toEqual({ reasons: [expect.stringContaining('ENOSPC')], isPolling: true });
  },
);
