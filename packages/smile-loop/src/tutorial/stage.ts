import { constants } from 'node:fs';
import { copyFile, cp, lstat, mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { realInside } from '@agent-factory/exercise-runtime';
import { systemReason } from '../config/system-reason.js';
import { SmileError } from '../contract/errors.js';
import type { Tutorial } from './load.js';

/**
 * Lays a tutorial and the images that are there into a new folder, for the read-only mount: real files only, and
 * nothing else of the author's folder.
 *
 * @throws SmileError `disk_full`, and the system's errors if the folder is there already
 */
export async function stageTutorial({ name, text, images }: Tutorial, folder: string): Promise<void> {
  try {
    await mkdir(folder);
    await writeFile(join(folder, name), text, { flag: 'wx' });
    const places = new Map(images.flatMap(({ place, file }) => (place && file ? [[place, file] as const] : [])));
    for (const [place, file] of places) {
      await mkdir(dirname(join(folder, place)), { recursive: true });
      // The file that was looked at, without links: what a link leads to by now is not followed.
      await copyFile(file, join(folder, place), constants.COPYFILE_EXCL);
    }
  } catch (error) {
    throw stagingError(error, folder);
  }
}

/**
 * Lays what the author has named into the same folder, each at its place. Links are left out: they may lead anywhere.
 *
 * @throws SmileError `config_invalid` for what is not below the tutorial's folder, and `disk_full`
 */
export async function stageFiles(files: readonly string[], tutorialFolder: string, folder: string): Promise<void> {
  for (const name of files) {
    const source = resolve(tutorialFolder, name);
    const place = relative(tutorialFolder, source);
    if ((await realInside(source, await realpath(tutorialFolder))) === undefined) {
      const message = `"files" names ${name}, which is not there, or not below the folder of the tutorial.`;
      throw new SmileError('config_invalid', message, { field: 'files', found: name });
    }
    try {
      await mkdir(dirname(join(folder, place)), { recursive: true });
      await cp(source, join(folder, place), {
        recursive: true,
        filter: async (path) => !(await lstat(path)).isSymbolicLink(),
      });
    } catch (error) {
      throw stagingError(error, folder);
    }
  }
}

function stagingError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') return error;
  systemReason(error);
  return new SmileError('disk_full', `No space is left for ${folder}. Free some, then start again.`, { folder });
}
