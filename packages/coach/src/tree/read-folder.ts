import { constants, type Dirent, type Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { basename } from 'node:path/posix';
import { MAX_PATH_LENGTH, type TreeNode } from '@agent-factory/protocol/coach';
import { openInside, pathOf } from '../files/open-inside.js';
import type { ProjectFolder } from '../files/project-folder.js';
import { isUsableName, pathIn } from '../files/project-path.js';
import { ifPossible } from '../files/system.js';
import type { Breath } from './breath.js';
import { IGNORE_FILE, type IgnoreRules } from './ignore-rules.js';
import { kindOf } from './noise.js';
import { sortNodes } from './sort.js';

export interface FolderReading {
  readonly folder: ProjectFolder;
  readonly rules: IgnoreRules;
  readonly breath: Breath;
}

/**
 * The entries of a folder that are not ignored, sorted; its path is relative, and it must be no link. Those so deep down
 * that no message can carry their path are left out. Throws `path_outside`, `project_not_found`, or the system's error.
 */
export async function readFolder({ folder, rules, breath }: FolderReading, path: string): Promise<TreeNode[]> {
  const entries = await listEntries(folder, path);
  const here = await rules.forFolder(
    path,
    entries.some(({ name }) => name === IGNORE_FILE),
  );
  const nodes: TreeNode[] = [];
  for (const entry of entries) {
    const place = { name: entry.name, path: pathIn(path, entry.name) };
    if (place.path.length <= MAX_PATH_LENGTH && !here.ignores(entry.name, kindOf(entry)))
      nodes.push(await nodeOf(folder, place, entry));
    if (breath.isDue()) await breath.take();
  }
  return sortNodes(nodes, breath);
}

/** All entries of a folder, read through an opened one that was proven to be inside. Throws as `readFolder`. */
export async function listEntries(folder: ProjectFolder, path: string): Promise<Dirent[]> {
  const real = join(folder.root, path);
  const opened = await openInside(folder, { path, real }, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  try {
    return await readdir(pathOf(opened, real), { withFileTypes: true });
  } finally {
    await opened.close();
  }
}

/** What is at a path now, without what is in it; undefined if there is nothing, or it cannot be told. */
export async function readNode(folder: ProjectFolder, path: string): Promise<TreeNode | undefined> {
  const stats = await ifPossible(lstat(join(folder.root, path)));
  return stats && nodeOf(folder, { name: basename(path), path }, stats);
}

async function nodeOf(
  folder: ProjectFolder,
  { name, path }: Pick<TreeNode, 'name' | 'path'>,
  entry: Dirent | Stats,
): Promise<TreeNode> {
  const usable = isUsableName(name) ? {} : { unusable: true };
  if (entry.isDirectory()) return { name, path, type: 'directory', ...usable };
  if (entry.isFile()) return { name, path, type: 'file', ...usable };
  if (entry.isSymbolicLink()) return { ...(await linkNode(folder, path)), name, path, link: true, ...usable };
  return { name, path, type: 'file', unusable: true };
}

/** A link is shown as what it points to, and is unusable if that is outside of the project, or nothing, or no file. */
async function linkNode(folder: ProjectFolder, path: string): Promise<Pick<TreeNode, 'type' | 'unusable'>> {
  const place = await folder.resolve(path).catch(() => undefined);
  const found = place?.exists ? await ifPossible(stat(place.real)) : undefined;
  if (found?.isDirectory()) return { type: 'directory' };
  return found?.isFile() ? { type: 'file' } : { type: 'file', unusable: true };
}
