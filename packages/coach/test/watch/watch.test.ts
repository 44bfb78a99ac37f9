import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { type FSWatcher, watch } from 'chokidar';
import { expect, test, vi } from 'vitest';
import type { StartWatcher } from '../../src/watch/feeds/feed.js';
import { MAX_BATCH } from '../../src/watch/limits.js';
import { ProjectWatch } from '../../src/watch/project-watch.js';
import { TestProject } from '../files/test-project.js';
import { Watching, waitUntil } from './watching.js';

test('what another program makes, changes and deletes is told [coaching-backend FR-035] [coaching-backend FR-036] [coaching-backend SC-015] [coaching-backend 3.7] [coaching-backend 3.8]', async () => {
  await using project = await TestProject.make({ 'src/old.ts': 'x' });
  await using watching = await Watching.start(project);
  await project.write('src/new.ts', 'one');
  await watching.until('add src/new.ts');
  await project.write('src/old.ts', 'changed');
  await watching.until('change src/old.ts');
  await rm(project.at('src/new.ts'));
  await watching.until('unlink src/new.ts');
  expect(new Set(watching.told)).toEqual(new Set(['add src/new.ts', 'change src/old.ts', 'unlink src/new.ts']));
  expect(watching.errors).toEqual([]);
});

test('folders are told with all that is in them, and watched from then on', async () => {
  await using project = await TestProject.make();
  await using watching = await Watching.start(project);
  await project.write('a/b/c.ts', 'x');
  await watching.until('addDir a', 'addDir a/b', 'add a/b/c.ts');
  await project.write('a/b/c.ts', 'y');
  await watching.until('change a/b/c.ts');
  await rename(project.at('a'), project.at('moved'));
  await watching.until('unlink a/b/c.ts', 'unlinkDir a/b', 'unlinkDir a', 'addDir moved', 'add moved/b/c.ts');
  await project.write('moved/b/d.ts', 'x');
  await watching.until('add moved/b/d.ts');
  expect(watching.errors).toEqual([]);
});

test('a folder that was moved away and made again at once is watched as the new one, and all below it', async () => {
  await using project = await TestProject.make({ 'a/old.ts': 'x', 'a/sub/same.ts': 'x' });
  await using watching = await Watching.start(project);
  await rename(project.at('a'), project.outside('a'));
  await project.write('a/sub/same.ts', 'y');
  await watching.until('unlink a/old.ts', 'change a/sub/same.ts');
  await project.write('a/new.ts', 'x');
  await project.write('a/sub/more.ts', 'x');
  await watching.until('add a/new.ts', 'add a/sub/more.ts');
});

test('a file in the place of a folder, and a folder in the place of a file', async () => {
  await using project = await TestProject.make({ 'a/x': '1', b: '1' });
  await using watching = await Watching.start(project);
  await rm(project.at('a'), { recursive: true });
  await project.write('a', 'x');
  await rm(project.at('b'));
  await project.write('b/y', 'x');
  await watching.until('unlink a/x', 'unlinkDir a', 'add a', 'unlink b', 'addDir b', 'add b/y');
});

test('what the tree does not show is not told [workbench gitignore]', async () => {
  await using project = await TestProject.make({
    '.gitignore': '*.log\n',
    'node_modules/x/a.js': 'x',
    'src/a.ts': 'x',
  });
  await using watching = await Watching.start(project);
  for (const path of ['node_modules/x/a.js', 'src/debug.log', 'src/.a.ts.swp', 'dist/out.js', 'src/a.ts~']) {
    await project.write(path, 'x');
  }
  await project.write('src/last.ts', 'x');
  await watching.until('add src/last.ts');
  expect(watching.told).toEqual(['add src/last.ts']);
});

test('when the rules of what is shown change, the tree has to be read anew, and the new ones hold [workbench gitignore]', async () => {
  await using project = await TestProject.make({ '.gitignore': '*.log\n' });
  await using watching = await Watching.start(project);
  await project.write('.gitignore', '*.txt\n');
  await watching.until('rescan ');
  await project.write('a.txt', 'x');
  await project.write('a.log', 'x');
  await watching.until('add a.log');
  expect(watching.told).not.toContain('add a.txt');
});

test('our own save is told with its version, that of another program without', async () => {
  await using project = await TestProject.make({ a: 'x' });
  await using watching = await Watching.start(project);
  const { version } = await project.files.writeFile('a', 'mine');
  await watching.until('change a');
  expect(watching.events).toEqual([{ action: 'change', path: 'a', version }]);
  await project.write('a', 'theirs');
  await waitUntil(
    () => watching.events.some((event) => event.version === undefined),
    () => 'the other one’s',
  );
  expect(watching.events.at(-1)).toEqual({ action: 'change', path: 'a' });
});

test('a save that makes a file tells of nothing else', async () => {
  await using project = await TestProject.make();
  await using watching = await Watching.start(project);
  await project.files.writeFile('src/a.ts', 'x', { expectedVersion: null });
  await watching.until('add src/a.ts');
  expect(new Set(watching.told)).toEqual(new Set(['addDir src', 'add src/a.ts']));
});

test('of a write right after another one, what is told last is what stays', async () => {
  await using project = await TestProject.make({ a: '0' });
  let seen = '';
  const onEvents = async () => {
    seen = await project.read('a');
  };
  await using watching = await Watching.start(project, { onEvents });
  for (let at = 1; at <= 200; at += 1) await project.write('a', `${at}`);
  await waitUntil(
    () => seen === '200',
    () => `200, seen was ${seen}`,
  );
  void watching;
});

test('so many changes that nobody can follow are one: read it anew', async () => {
  await using project = await TestProject.make();
  await using watching = await Watching.start(project);
  await mkdir(project.outside('many'));
  for (let at = 0; at <= MAX_BATCH; at += 1) await project.write(`../outside/many/${at}`, 'x');
  await rename(project.outside('many'), project.at('many'));
  await watching.until('rescan ');
  expect(watching.events).toEqual([{ action: 'rescan', path: '' }]);
  await project.write('many/last', 'x');
  await watching.until('add many/last');
});

test('links are not followed', async () => {
  await using project = await TestProject.make();
  await symlink(project.outside(), project.at('leak'));
  await using watching = await Watching.start(project);
  await project.write('../outside/new.txt', 'x');
  await project.write('a', 'x');
  await watching.until('add a');
  expect(watching.told).toEqual(['add a']);
});

test.each([
  ['deleted', (project: TestProject) => rm(project.root, { recursive: true })],
  ['moved', (project: TestProject) => rename(project.root, project.outside('moved'))],
  ['moved with what it is in', (project: TestProject) => rename(project.parent, `${project.parent}-moved`)],
])('that the project’s folder is %s is told once, and nothing after it', async (_name, away) => {
  await using project = await TestProject.make({ 'src/a.ts': 'x' });
  await using watching = await Watching.start(project);
  await away(project);
  await waitUntil(
    () => watching.goneCount > 0,
    () => 'gone',
  );
  await watching.watch.close();
  expect(watching.goneCount).toBe(1);
  expect(watching.errors).toEqual([]);
  await rm(`${project.parent}-moved`, { recursive: true, force: true });
});

test('what happens while it closes is discarded, and nothing is told after [coaching-backend FR-037] [coaching-backend EC-16]', async () => {
  await using project = await TestProject.make({ 'src/a.ts': 'x' });
  const watching = await Watching.start(project);
  const writes = Array.from({ length: 50 }, (_, at) => project.write(`src/${at}.ts`, 'x'));
  await Promise.all([...writes, watching.watch.close(), watching.watch.close()]);
  const told = watching.events.length;
  await project.write('src/late.ts', 'x');
  await using other = await Watching.start(project);
  await project.write('src/later.ts', 'x');
  await other.until('add src/later.ts');
  expect(watching.events).toHaveLength(told);
  expect(watching.told).not.toContain('add src/late.ts');
  expect(watching.errors).toEqual([]);
});

test('what is being looked at when it closes is discarded, too [coaching-backend EC-16]', async () => {
  await using project = await TestProject.make({ a: 'x' });
  const watching = await Watching.start(project);
  let isLooking = false;
  let goOn: (isThere: boolean) => void = () => {};
  vi.spyOn(project.folder, 'isThere').mockImplementationOnce(() => {
    isLooking = true;
    return new Promise((resolve) => {
      goOn = resolve;
    });
  });
  await project.write('a', 'changed');
  await waitUntil(
    () => isLooking,
    () => 'a look',
  );
  const closed = watching.watch.close();
  goOn(true);
  await closed;
  expect(watching.events).toEqual([]);
});

test('once it is closed, nothing is watched any more [coaching-backend FR-037]', async () => {
  await using project = await TestProject.make({ 'src/a.ts': 'x', 'src/lib/b.ts': 'x' });
  const watchers: FSWatcher[] = [];
  const collected: StartWatcher = (paths, options) => {
    const watcher = watch(paths, options);
    watchers.push(watcher);
    return watcher;
  };
  const watching = await Watching.start(project, { watch: collected });
  expect(watchers.map(({ closed }) => closed)).toEqual(watchers.map(() => false));
  await watching.watch.close();
  expect(watchers.length).toBeGreaterThan(0);
  expect(watchers.map(({ closed }) => closed)).toEqual(watchers.map(() => true));
});

test('it can be closed before it is ready', async () => {
  await using project = await TestProject.make(
    Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`folder${at}/a`, 'x'])),
  );
  const errors: unknown[] = [];
  const early = new ProjectWatch({
    files: project.files,
    onEvents: () => expect.unreachable(),
    onError: (error) => errors.push(error),
  });
  await early.close();
  await early.ready;
  await project.write('late', 'x');
  expect(errors).toEqual([]);
});

test('whatever is done at once, what was told adds up to what is there', async () => {
  await using project = await TestProject.make({ 'a/b/c': 'x', 'a/d': 'x', e: 'x' });
  const shown = new Set(['a', 'a/b', 'a/b/c', 'a/d', 'e']);
  await using watching = await Watching.start(project, {
    onEvents: (events) => {
      for (const { action, path } of events) {
        if (action === 'add' || action === 'addDir') shown.add(path);
        if (action === 'unlink' || action === 'unlinkDir') shown.delete(path);
      }
    },
  });
  for (let at = 0; at < 40; at += 1) {
    await project.write(`f${at % 5}/g/h${at}`, 'x');
    if (at % 4 === 1) await rename(project.at(`f${at % 5}`), project.at(`moved${at}`));
    if (at % 7 === 3) await rm(project.at(`f${at % 5}`), { recursive: true, force: true });
  }
  const there = () => readdir(project.root, { recursive: true });
  await waitUntil(
    async () => (await there()).sort().join() === [...shown].sort().join(),
    () => `${[...shown].sort().join()} is told of`,
  );
  expect(watching.errors).toEqual([]);
});
