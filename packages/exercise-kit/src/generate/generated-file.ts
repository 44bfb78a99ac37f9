import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, foldersIn } from '../content/files.js';

/** A file generated from others. Nobody edits it by hand. */
export interface GeneratedFile {
  /** Relative to the folder it belongs to, with forward slashes. */
  path: string;
  content: string | Buffer;
  /** Permission bits, where they matter. */
  mode?: number;
}

/** The files that are missing or differ from what they should be. */
export function staleFiles(folder: string, files: readonly GeneratedFile[]): GeneratedFile[] {
  return files.filter(({ path, content, mode }) => {
    const target = join(folder, path);
    if (!existsSync(target) || !readFileSync(target).equals(Buffer.from(content))) return true;
    return mode !== undefined && (statSync(target).mode & 0o111) !== (mode & 0o111);
  });
}

/** Replaces each file in one step: a reader sees either the old one or the new one. */
export function writeFiles(folder: string, files: readonly GeneratedFile[]): void {
  for (const { path, content, mode } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    const written = `${target}.${process.pid}.new`;
    writeFileSync(written, content);
    if (mode !== undefined) chmodSync(written, mode);
    renameSync(written, target);
  }
}

/** Removes all other files in the folder, and returns their paths. Follows no link: not even the folder may be one. */
export function removeOthers(folder: string, files: readonly GeneratedFile[]): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(folder);
  const wanted = new Set(files.map(({ path }) => path));
  const others = filesBelow(folder).filter((path) => !wanted.has(path));
  for (const path of others) rmSync(join(folder, path));
  removeEmptyFolders(folder);
  return others;
}

function removeEmptyFolders(folder: string): void {
  for (const name of foldersIn(folder)) {
    const path = join(folder, name);
    removeEmptyFolders(path);
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
}
