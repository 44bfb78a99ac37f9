import { basename } from 'node:path';
import { PracticeError } from '@agent-factory/protocol';
import { MAX_TREE_ENTRIES, type TreeNode } from '@agent-factory/protocol/coach';
import type { ProjectFolder } from '../files/project-folder.js';
import { readFailure, unsuitable } from '../files/refusals.js';
import { Breath } from './breath.js';
import { cutFolder } from './cut-folder.js';
import { IgnoreRules } from './ignore-rules.js';
import { type FolderReading, readFolder } from './read-folder.js';

export interface ScanOptions {
  /**
   * Entries of the tree at most. Without it, they are all of the project's own folder that can be sent, and those below
   * only as far as the tree stays short: folders that are left are read when they are asked for.
   */
  readonly maxEntries?: number;
}

/** Folders that are read in vain because they have more entries than there is room for; then the tree counts as full. */
const MAX_MISFITS = 10;

/** A folder whose entries are being collected. */
interface Growing extends TreeNode {
  children?: readonly TreeNode[] | undefined;
}

/**
 * The project as a tree, level by level, without noise and what `.gitignore` files name. A folder without `children`
 * has not been read: there was no more room, it cannot be read, or it is a link. The project itself is `truncated` where
 * there was no room for all of its own entries.
 *
 * Throws `project_not_found`.
 */
export async function scanTree(folder: ProjectFolder, { maxEntries }: ScanOptions = {}): Promise<TreeNode> {
  const reading = { folder, rules: new IgnoreRules(folder), breath: new Breath() };
  await folder.prove();
  const all = (await readIfPossible(reading, '')) ?? [];
  const whole: TreeNode = { name: basename(folder.root), path: '', type: 'directory', children: all };
  const root = await cutFolder(whole, maxEntries);
  const { children = [] } = root;
  await fill(reading, children, (maxEntries ?? MAX_TREE_ENTRIES) - children.length);
  return root;
}

/** Reads folders level by level, each whole or not at all: one without children is read when it is opened. */
async function fill(reading: FolderReading, first: readonly TreeNode[], maxEntries: number): Promise<void> {
  let room = maxEntries;
  let misfits = 0;
  // It grows while it is gone through.
  const waiting: Growing[] = first.filter(canBeRead);
  for (const node of waiting) {
    if (room <= 0 || misfits === MAX_MISFITS) return;
    const found = await readIfPossible(reading, node.path);
    if (found === undefined) continue;
    if (found.length > room) {
      misfits += 1;
      continue;
    }
    node.children = found;
    room -= found.length;
    for (const child of found.filter(canBeRead)) waiting.push(child);
  }
}

/**
 * The entries of one folder, sorted; the empty path is the project itself. Throws `path_outside`, `file_not_found`,
 * `project_not_found`, and `file_unsuitable` for what is no folder, or is reached by a link.
 */
export async function listDirectory(folder: ProjectFolder, path: string): Promise<TreeNode[]> {
  const reading = { folder, rules: new IgnoreRules(folder), breath: new Breath() };
  if (path === '') {
    await folder.prove();
    return readFolder(reading, '');
  }
  const place = await folder.resolve(path);
  if (place.exists && place.real !== `${folder.root}/${place.path}`) {
    throw unsuitable(path, 'not_a_file', 'is reached by a link. Open the folder to which it points.');
  }
  try {
    return await readFolder(reading, place.path);
  } catch (error) {
    throw readFailure(error, path);
  }
}

function canBeRead({ type, link, unusable }: TreeNode): boolean {
  return type === 'directory' && !link && !unusable;
}

/** A folder that vanished while we looked, or that must not be read, has no children. */
async function readIfPossible(reading: FolderReading, path: string): Promise<TreeNode[] | undefined> {
  try {
    return await readFolder(reading, path);
  } catch (error) {
    const known = readFailure(error, path);
    if (known instanceof PracticeError && known.code !== 'project_not_found') return undefined;
    throw known;
  }
}
