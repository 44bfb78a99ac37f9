import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { platform } from 'node:process';
import type { ProjectFolder } from './project-folder.js';
import { outside } from './refusals.js';
import { ifThere } from './system.js';

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;

export interface Place {
  /** As it was asked for: for messages. */
  readonly path: string;
  /** Absolute; behind all links when it was looked at. */
  readonly real: string;
}

/**
 * Opens what was found, and proves by the opened file itself that it is inside of the project: between looking and
 * opening, a folder on the way may have become a link. Never waits for the other end of a pipe.
 *
 * Throws `path_outside`, `project_not_found`, or the system's error.
 */
export async function openInside(folder: ProjectFolder, { path, real }: Place, flags = O_RDONLY): Promise<FileHandle> {
  const file = await open(real, flags | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (!folder.contains(await whereIs(file, real))) throw outside(path, 'has just become a link out of the project');
    await folder.prove();
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The same for a folder in which something is to be written. */
export function openFolderInside(folder: ProjectFolder, place: Place): Promise<FileHandle> {
  return openInside(folder, place, O_RDONLY | O_DIRECTORY);
}

/**
 * The folder of a handle as the start of a path. On Linux it stays that folder, whatever is moved or linked meanwhile;
 * elsewhere, Node has no such path, and it is the one at which the folder was proven to be.
 */
export function pathOf(folder: FileHandle, real: string): string {
  return platform === 'linux' ? descriptorPath(folder) : real;
}

/** The real path of an opened file, which on Linux the kernel tells. Empty where it is not the file at its path. */
async function whereIs(file: FileHandle, real: string): Promise<string> {
  const told = platform === 'linux' ? await ifThere(readlink(descriptorPath(file))) : undefined;
  return told ?? (await foundAgain(file, real));
}

async function foundAgain(file: FileHandle, real: string): Promise<string> {
  const now = await ifThere(realpath(real));
  if (now === undefined) return '';
  const [there, opened] = await Promise.all([stat(now, { bigint: true }), file.stat({ bigint: true })]);
  return there.ino === opened.ino && there.dev === opened.dev ? now : '';
}

function descriptorPath(file: FileHandle): string {
  return `/proc/self/fd/${file.fd}`;
}
