import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, linksBelow } from '../content/files.js';
import { SOLUTION_FOLDER, STARTER_FOLDER } from '../content/names.js';
import type { ReadText } from './apply.js';

/** Where it comes from; the first that has a file counts. */
const FOLDERS = [SOLUTION_FOLDER, STARTER_FOLDER];

/** The work of a student who has done everything: the solution, and the starter files that it does not replace. */
export interface FinishedWork {
  /** Its files, relative to the workspace, sorted. */
  files: string[];
  /** Where a file comes from, or undefined if there is no such file. */
  source(file: string): string | undefined;
  /** Also undefined for anything but text. */
  read: ReadText;
}

/** The finished work of the exercise in this folder, as it is on disk now. */
export function finishedWork(dir: string): FinishedWork {
  const folders = FOLDERS.map((folder) => join(dir, folder));
  const source = (file: string) => folders.map((folder) => join(folder, file)).find(isFile);
  return {
    files: [...new Set(folders.flatMap((folder) => filesBelow(folder)))].sort(),
    source,
    read: (file) => readText(source(file)),
  };
}

/** Symbolic links and the like where the finished work comes from, relative to the exercise's folder. */
export function linksIn(dir: string): string[] {
  return linksBelow(dir, FOLDERS);
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** The text of a file; undefined if there is no path, or if the file is not text. */
export function readText(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const bytes = readFileSync(path);
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
