import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

/** What is made from the sources, and so is not part of them. */
const MADE = new Set(['node_modules', 'dist', 'build', '.docusaurus', 'test', 'test-results']);

/** A hash of the state of files: it changes with every path, size and time in these folders. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) addToHash(hash, join(ROOT, path));
  return hash.digest('hex');
}

/** Whether the fingerprint is the one that was stamped when the work was last done. */
export function isStamped(stampPath, print) {
  try {
    return readFileSync(join(ROOT, stampPath), 'utf8') === print;
  } catch {
    return false;
  }
}

export function stamp(stampPath, print) {
  writeFileSync(join(ROOT, stampPath), print);
}

function addToHash(hash, path) {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined) return;
  if (!info.isDirectory()) {
    hash.update(`${path} ${info.size} ${info.mtimeMs}\n`);
    return;
  }
  for (const entry of readdirSync(path).sort()) {
    if (!MADE.has(entry)) addToHash(hash, join(path, entry));
  }
}
