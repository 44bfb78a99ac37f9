import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SmileError } from '../../contract/errors.js';
import { isMissing } from './disk.js';

/**
 * Before a run is gone on with: its folder may have come from elsewhere, with a repository, and what is written to it
 * or read from it must not go through a link to somewhere else. What a student has made below `work` may be links.
 * @throws SmileError `state_unreadable`
 */
export async function requireRealFolder(folder: string): Promise<void> {
  for (const place of ['', 'model', 'tutorial'].map((name) => join(folder, name))) {
    for (const entry of await entriesOf(place)) {
      if (!entry.isSymbolicLink()) continue;
      const path = join(place, entry.name);
      const message = `${path} is a link, which no run makes. This run cannot go on: start a new one, and remove its folder.`;
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
