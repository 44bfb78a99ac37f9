import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { onDisk } from './disk.js';

/** Writes a file so that it is, at every moment and after a loss of power, the old one or the new one as a whole. */
export function replaceFile(path: string, text: string): Promise<void> {
  return onDisk(path, async () => {
    const fresh = `${path}.new`;
    try {
      await writeThrough(fresh, text);
      await rename(fresh, path);
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  });
}

async function writeThrough(path: string, text: string): Promise<void> {
  await using file = await open(path, 'w', 0o600);
  await file.writeFile(text);
  await file.sync();
}

/** The new name is in the folder, not in the file. Windows has no handles of folders, and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
