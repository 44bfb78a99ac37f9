import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SmileError } from '../../contract/errors.js';
import { isMissing } from './disk.js';

/**
 * Before anything is done with a run: its folder may have come from elsewhere, with a repository. What is written to it
 * or read from it must not go through a link to somewhere else, nor wait for a pipe, nor read a device that never ends.
 * What a student has made below `work` may be anything.
 * @throws SmileError `state_unreadable`
 */
export async function requireRealFolder(folder: string): Promise<void> {
  for (const place of ['', 'model', 'tutorial'].map((name) => join(folder, name))) {
    for (const entry of await entriesOf(place)) {
      if (entry.isFile() || entry.isDirectory()) continue;
      const path = join(place, entry.name);
      const what = entry.isSymbolicLink() ? 'a link' : 'neither a file nor a folder';
      const message = `${path} is ${what}, which no run makes. Start a new run, and remove the folder of this one.`;
      throw new SmileError('state_unreadable', message, { path });
    }
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
