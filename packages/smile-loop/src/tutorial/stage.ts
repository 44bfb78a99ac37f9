import { constants } from 'node:fs';
import { copyFile, cp, lstat, mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
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
 * @throws SmileError `config_invalid` for what is not below the tutorial's folder or cannot be copied, and `disk_full`
 */
export async function stageFiles(files: readonly string[], tutorialFolder: string, folder: string): Promise<void> {
  for (const name of files) {
    try {
      await stageFile(name, tutorialFolder, folder);
    } catch (error) {
      throw stagingError(error, folder, (reason) => unusable(name, `cannot be copied: ${reason}.`));
    }
  }
}

async function stageFile(name: string, tutorialFolder: string, folder: string): Promise<void> {
  if (name.includes('\0')) throw unusable(name, 'is no name of a file.');
  const source = resolve(tutorialFolder, name);
  const real = await realInside(source, await realpath(tutorialFolder));
  if (real === undefined) throw unusable(name, 'is not there, or not below the folder of the tutorial.');
  if (!(await isCopied(source))) throw unusable(name, 'is a link, or no file: name the file that is meant.');
  if (isBelow(await realpath(folder), await realpath(source))) {
    throw unusable(name, 'holds the results of runs. Name what a reader needs of it.');
  }
  const target = join(folder, relative(tutorialFolder, source));
  await mkdir(dirname(target), { recursive: true });
  await cp(source, target, { recursive: true, filter: isCopied });
}

function unusable(name: string, why: string): SmileError {
  return new SmileError('config_invalid', `"files" names ${name}, which ${why}`, { field: 'files', found: name });
}

function isBelow(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Nothing that a program may wait behind: neither pipes nor sockets nor devices. */
async function isCopied(path: string): Promise<boolean> {
  const stats = await lstat(path);
  return stats.isFile() || stats.isDirectory();
}

/** What stands for an error of the system: a full disk as such, another by its reason where that is the author's to mend. */
function stagingError(error: unknown, folder: string, named?: (reason: string) => SmileError): unknown {
  const { reason } = systemReason(error);
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
    return new SmileError('disk_full', `No space is left for ${folder}. Free some, then start again.`, { folder });
  }
  return named?.(reason) ?? error;
}
