import type { BigIntStats, Dirent, Stats } from 'node:fs';
import { isTemporaryName } from '../files/saving/temporary.js';

/** Folders that hold what tools make: they are neither shown nor watched (spec FR-034). */
const NOISE_FOLDERS = new Set(['node_modules', '.git', 'dist', 'build', 'coverage', '.next', '.cache']);
/** Files that systems leave in folders, and what stands for a `.git` that is elsewhere. */
const NOISE_FILES = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '.git']);
/** Files that editors keep only while they edit or save: Vim, Emacs, GNOME, JetBrains, Kate, Sublime Text. */
const EDITOR_FILES = [
  /^\..*\.sw[a-z]$/,
  /^4913$/,
  /~$/,
  /^\.#/,
  /^#.*#$/,
  /^\.goutputstream-/,
  /___jb_(?:tmp|old)___$/,
  /\.kate-swp$/,
  /^\.subl.*\.tmp$/,
];

/** A link may lead to a folder; it is not followed to see whether it does. */
export type EntryKind = 'file' | 'folder' | 'link';

export function kindOf(entry: Dirent | Stats | BigIntStats): EntryKind {
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'file';
}

/** Whether an entry is noise in every project, whatever its `.gitignore` says. */
export function isNoise(name: string, kind: EntryKind): boolean {
  if (kind !== 'file' && NOISE_FOLDERS.has(name)) return true;
  if (kind === 'folder') return false;
  return NOISE_FILES.has(name) || isTemporaryName(name) || EDITOR_FILES.some((pattern) => pattern.test(name));
}
