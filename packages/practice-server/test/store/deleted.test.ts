import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hintShown, LogFile } from '../events/log-file.js';
import { Home } from '../fixtures/machine/home.js';

const SECRET = 'private/diary.md';

/** Whether it is anywhere in the database, or in a file beside it. */
const isOnDisk = (path: string) =>
  [path, `${path}-wal`, `${path}-journal`].some((file) => existsSync(file) && readFileSync(file).includes(SECRET));

test('what a student has forgotten is on the disk no more', async () => {
  await using file = await LogFile.open();
  for (let rung = 0; rung < 2000; rung += 1) file.log.append(hintShown(rung, SECRET, 'theirs'));
  await file.log.settled();
  expect(isOnDisk(file.path)).toBe(true);
  expect(await file.log.forget({ type: 'hint_shown', exerciseId: 'theirs' })).toBe(2000);
  expect(isOnDisk(file.path)).toBe(false);
  file.hints(1);
  expect(await file.rungs()).toEqual([1]);
});

test('what was deleted in any other way is gone when the daemon ends', async () => {
  await using home = await Home.make();
  const file = await LogFile.open({}, home);
  file.log.append(hintShown(1, SECRET, 'theirs'));
  await file.log.settled();
  await file.store.deleteFrom('events').execute();
  expect(isOnDisk(file.path)).toBe(true);
  await file.close();
  expect(isOnDisk(file.path)).toBe(false);
});
