import { spawnSync } from 'node:child_process';
import { lstat, open, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openInside } from '../../src/files/open-inside.js';
import { replaceFile } from '../../src/files/saving/replace-file.js';
import { TestProject } from './test-project.js';

/** Far longer than opening takes, and below the time a test may take. */
const HANGS_AFTER_MS = 3000;

/** A pipe that nobody else has opened, in the place of a file. */
async function becomePipe(path: string): Promise<void> {
  await rm(path);
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
}

/** What comes of an action, if it does not wait for the other end of this pipe. Whoever waits is let go all the same. */
async function unlessItHangs<T>(pipe: string, action: Promise<T>): Promise<T> {
  const over = new AbortController();
  const hangs = delay(HANGS_AFTER_MS, undefined, { signal: over.signal }).then(
    async () => {
      // Opening both ends waits for nobody.
      await using _ = await open(pipe, 'r+');
      await action.catch(() => {});
      throw new Error('it waits for the other end of the pipe');
    },
    () => action,
  );
  action.catch(() => {}).finally(() => over.abort());
  return hangs;
}

test('a file in whose place there is a pipe by the time that it is opened keeps nobody waiting [workbench device-files]', async () => {
  await using project = await TestProject.make({ a: 'x' });
  const place = await project.folder.resolve('a');
  await becomePipe(project.at('a'));
  await using opened = await unlessItHangs(project.at('a'), openInside(project.folder, place));
  expect((await opened.stat()).isFIFO()).toBe(true);
});

test('nor does one that is to be replaced, and the pipe stays [workbench device-files]', async () => {
  await using project = await TestProject.make({ a: 'x' });
  const old = await lstat(project.at('a'), { bigint: true });
  await becomePipe(project.at('a'));
  const replaced = replaceFile({ folder: project.root, name: 'a', bytes: Buffer.from('mine'), old });
  await expect(unlessItHangs(project.at('a'), replaced)).rejects.toMatchObject({ code: 'ENXIO' });
  expect((await lstat(project.at('a'))).isFIFO()).toBe(true);
});
