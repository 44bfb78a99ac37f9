// A copy of the student's files, so that no run can touch the originals.
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

// Far above any exercise, but low enough to keep a check fast if it runs in the wrong folder.
const MAX_FILES = 200;
const MAX_FILE_BYTES = 1_000_000;
const MAX_DEPTH = 3;
const KINDS = new Set(['.mjs', '.cjs', '.js', '.json', '.txt', '.md']);
const OTHERS_CODE = new Set(['node_modules', 'coverage', 'dist']);

/** Copies the student's own files below source to target. Unreadable files count as missing. */
export function copyWork(source, target) {
  let count = 0;
  for (const path of ownFiles(source)) {
    if (count === MAX_FILES) return;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    if (copyFile(join(source, path), join(target, path))) count += 1;
  }
}

function* ownFiles(source, inside = '', depth = 0) {
  for (const name of namesIn(join(source, inside))) {
    const path = join(inside, name);
    if (!isFolder(join(source, path))) {
      if (KINDS.has(extname(name))) yield path;
    } else if (depth < MAX_DEPTH && !name.startsWith('.') && !OTHERS_CODE.has(name)) {
      yield* ownFiles(source, path, depth + 1);
    }
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function copyFile(source, target) {
  try {
    // Reading a pipe or a device with a module's name would never end.
    const info = statSync(source);
    if (!info.isFile() || info.size > MAX_FILE_BYTES) return false;
    copyFileSync(source, target);
    return true;
  } catch {
    return false;
  }
}
