import { rm } from 'node:fs/promises';
import { type FSWatcher, watch } from 'chokidar';
import { expect, test } from 'vitest';
import { FolderFeed } from '../../src/watch/feeds/folder-feed.js';
import { TestProject } from '../files/test-project.js';
import { Watching, waitUntil } from './watching.js';

/** chokidar, and every watcher of it that was started. */
function collecting() {
  const watchers: FSWatcher[] = [];
  const start: typeof watch = (paths, options) => {
    const watcher = watch(paths, options);
    watchers.push(watcher);
    return watcher;
  };
  return { watchers, start };
}

const unexpected = (error: unknown) => expect.unreachable(String(error));

test('what watches several folders together ends with the last of them, and not before', async () => {
  await using project = await TestProject.make({ 'a/x': '1', 'b/x': '1' });
  const { watchers, start } = collecting();
  const feed = new FolderFeed({ watch: start, onTouched: () => {}, onError: unexpected });
  await feed.add([project.at('a'), project.at('b')]);
  expect(watchers).toHaveLength(1);
  feed.remove(project.at('a'));
  expect(watchers[0]?.closed).toBe(false);
  feed.remove(project.at('b'));
  expect(watchers[0]?.closed).toBe(true);
  await feed.close();
});

test('a folder that begins to be watched anew is watched once', async () => {
  await using project = await TestProject.make({ 'a/x': '1' });
  const { watchers, start } = collecting();
  const feed = new FolderFeed({ watch: start, onTouched: () => {}, onError: unexpected });
  for (let at = 0; at < 3; at += 1) await feed.add([project.at('a')]);
  expect(watchers.map(({ closed }) => closed)).toEqual([true, true, false]);
  await feed.close();
  expect(watchers.at(-1)?.closed).toBe(true);
});

test('folders that are deleted leave nothing behind that watches them', async () => {
  await using project = await TestProject.make({ 'a/x': '1', 'b/c/x': '1' });
  const { watchers, start } = collecting();
  await using watching = await Watching.start(project, { watch: start });
  for (const folder of ['a', 'b']) await rm(project.at(folder), { recursive: true });
  await watching.until('unlinkDir a', 'unlinkDir b', 'unlinkDir b/c');
  // That of the project's own folder.
  await waitUntil(
    () => watchers.filter(({ closed }) => !closed).length === 1,
    () => `one is open: ${watchers.map(({ closed }) => !closed).join()}`,
  );
  expect(watchers[0]?.closed).toBe(false);
  expect(watching.errors).toEqual([]);
});
