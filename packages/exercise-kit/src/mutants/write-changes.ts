import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Changes } from './apply.js';

/** Makes the changes to the files in this folder. */
export function writeChanges(folder: string, changes: Changes): void {
  for (const [file, text] of changes) {
    const path = join(folder, file);
    if (text === undefined) {
      rmSync(path, { force: true });
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
