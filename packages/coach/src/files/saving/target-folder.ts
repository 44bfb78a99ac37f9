import type { FileHandle } from 'node:fs/promises';
import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { openFolderInside, type Place, pathOf } from '../open-inside.js';
import type { ProjectFolder } from '../project-folder.js';
import { ifThere, systemCode } from '../system.js';

/** The opened folder in which a file is written. */
export class TargetFolder implements AsyncDisposable {
  /** The folder as the start of a path; valid until it is closed. */
  readonly at: string;
  readonly #handle: FileHandle;

  /** Makes folders that are missing. Throws `path_outside`, `project_not_found`, or the system's error. */
  static async open(folder: ProjectFolder, { path, real }: Place): Promise<TargetFolder> {
    const parent = dirname(real);
    const existing = await nearestFolder(parent);
    let opened = await TargetFolder.#open(folder, { path, real: existing });
    let reached = existing;
    for (const name of relative(existing, parent).split(sep).filter(Boolean)) {
      await using above = opened;
      await makeFolder(join(above.at, name));
      reached = join(reached, name);
      opened = await TargetFolder.#open(folder, { path, real: reached }, join(above.at, name));
    }
    return opened;
  }

  static async #open(folder: ProjectFolder, place: Place, through = place.real): Promise<TargetFolder> {
    const handle = await openFolderInside(folder, { path: place.path, real: through });
    return new TargetFolder(handle, place.real);
  }

  private constructor(handle: FileHandle, real: string) {
    this.#handle = handle;
    this.at = pathOf(handle, real);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}

async function nearestFolder(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    const real = await ifThere(realpath(folder));
    if (real !== undefined || folder === dirname(folder)) return real ?? folder;
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}
