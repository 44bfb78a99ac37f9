import type { BigIntStats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { PracticeError } from '@agent-factory/protocol';
import { projectPath } from './project-path.js';
import { notFound, outside, readFailure } from './refusals.js';
import { ifThere, isInside, isNothingThere, systemCode } from './system.js';

export interface ProjectFolderOptions {
  /** Default: that of the user. Neither it nor what contains it can be a project. */
  readonly home?: string;
  /** Absolute paths of our own folders; nothing in them can be a project. */
  readonly ours?: readonly string[];
}

/** Where a path of a project leads. */
export interface Located {
  /** Relative to the project's folder, in its one spelling. */
  readonly path: string;
  /** Absolute, behind all links; inside of the project when it was looked at. */
  readonly real: string;
  readonly exists: boolean;
}

/** The folder of a project: always the very one that was opened, whatever is moved to its place. */
export class ProjectFolder {
  /** Absolute and real. */
  readonly root: string;
  readonly #found: BigIntStats;
  readonly #options: ProjectFolderOptions;

  /**
   * Throws `project_not_found` if there is no such folder, and `project_forbidden` if it is a file, a home directory
   * or what contains it, or one of ours.
   */
  static async open(path: string, options: ProjectFolderOptions = {}): Promise<ProjectFolder> {
    const root = await ifThere(realpath(resolve(path)));
    const found = root === undefined ? undefined : await ifThere(stat(root, { bigint: true }));
    if (root === undefined || found === undefined) throw gone(path);
    if (!found.isDirectory()) throw forbidden(path, 'is not a folder');
    await refuseTooMuch(root, options);
    return new ProjectFolder(root, found, options);
  }

  private constructor(root: string, found: BigIntStats, options: ProjectFolderOptions) {
    this.root = root;
    this.#found = found;
    this.#options = options;
  }

  /** The folder that is at its place now. Throws what `open` throws; a link that is there leads out of the project. */
  async again(): Promise<ProjectFolder> {
    // First, so that nobody learns where a link leads.
    if ((await ifThere(realpath(this.root))) !== this.root) throw gone(this.root);
    return ProjectFolder.open(this.root, this.#options);
  }

  /** Throws `project_not_found` if the folder was deleted or moved, or another one is in its place. */
  async prove(): Promise<void> {
    if (!(await this.isThere())) throw gone(this.root);
  }

  /** Whether `prove` would throw nothing. */
  async isThere(): Promise<boolean> {
    const found = await ifThere(lstat(this.root, { bigint: true }));
    return found !== undefined && isSameFolder(this.#found, found);
  }

  contains(real: string): boolean {
    return isInside(real, this.root);
  }

  /**
   * Follows all links. Throws what `projectPath` throws, `path_outside` if a link leads out, `file_not_found` if one
   * leads nowhere, and `project_not_found`. What is not there is located where it would be.
   */
  async resolve(path: string): Promise<Located> {
    const plain = projectPath(path);
    await this.prove();
    try {
      const real = await realpath(join(this.root, plain));
      if (this.contains(real)) return { path: plain, real, exists: true };
    } catch (error) {
      if (systemCode(error) === 'ELOOP') throw notFound(path, 'is a link that leads back to itself');
      if (isNothingThere(error)) return { path: plain, real: await this.#placeFor(plain), exists: false };
      throw readFailure(error, path);
    }
    throw outside(path);
  }

  /** Where a file would be that is not there: below the real path of the nearest folder that is. */
  async #placeFor(path: string): Promise<string> {
    const absolute = join(this.root, path);
    const missing = [basename(absolute)];
    if (await isLink(absolute)) throw notFound(path, 'is a link that leads nowhere');
    for (let folder = dirname(absolute); ; folder = dirname(folder)) {
      const real = await ifThere(realpath(folder));
      if (real !== undefined && !this.contains(real)) throw outside(path);
      if (real !== undefined) return join(real, ...missing);
      if (folder === this.root || (await isLink(folder))) throw notFound(path, 'is below a link that leads nowhere');
      missing.unshift(basename(folder));
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  return (await ifThere(lstat(path)))?.isSymbolicLink() ?? false;
}

/**
 * No two folders that exist share device and inode. A file system may give the number of a deleted one to the next,
 * though: then the time at which it was made tells them apart, unless the system only has that of a change to tell.
 */
function isSameFolder(opened: BigIntStats, now: BigIntStats): boolean {
  const isTold = opened.birthtimeNs > 0n && opened.birthtimeNs !== opened.ctimeNs;
  const isOlder = !isTold || opened.birthtimeNs === now.birthtimeNs;
  return opened.dev === now.dev && opened.ino === now.ino && isOlder;
}

async function refuseTooMuch(root: string, { home = homedir(), ours = [] }: ProjectFolderOptions): Promise<void> {
  if (root === parse(root).root) throw forbidden(root, 'is a whole file system');
  const realHome = (await ifThere(realpath(home))) ?? home;
  if (isInside(realHome, root)) throw forbidden(root, 'is a whole home directory');
  for (const folder of ours) {
    const real = (await ifThere(realpath(folder))) ?? folder;
    if (isInside(root, real)) throw forbidden(root, 'belongs to this program');
  }
}

function gone(path: string): PracticeError {
  const message = `There is no folder ${path}, or it is not the one that was opened. Put it back, or open it anew.`;
  return new PracticeError('project_not_found', message, { path });
}

function forbidden(path: string, why: string): PracticeError {
  return new PracticeError('project_forbidden', `${path} ${why}. Choose the folder of one project.`, { path });
}
