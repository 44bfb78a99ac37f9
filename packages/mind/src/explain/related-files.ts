import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { ProjectDisk } from '@agent-factory/coach/workplace';
import { PracticeError } from '@agent-factory/protocol';

/** Files that are worth a look; and of how many a model names we see whether they are there. */
const MAX_RELATED = 20;
const MAX_LOOKED_AT = 100;

/**
 * Those of the named files that the project has, in its own spelling, each once, without the one that they are related
 * to; null where there is none. What leads out of the project is none of its files.
 */
export async function relatedFiles(
  named: readonly string[] | null,
  { disk, path }: { readonly disk: ProjectDisk | undefined; readonly path: string },
): Promise<string[] | null> {
  if (disk === undefined || named === null) return null;
  const found = new Set<string>();
  for (const name of named.slice(0, MAX_LOOKED_AT)) {
    const file = await fileAt(disk, fromFolderOf(path, name));
    if (file !== undefined && file !== posix.normalize(path)) found.add(file);
    if (found.size === MAX_RELATED) break;
  }
  return found.size === 0 ? null : [...found];
}

/** Imports name files as seen from their own folder, and a model may repeat that. */
function fromFolderOf(path: string, name: string): string {
  return /^\.\.?\//.test(name) ? posix.join(posix.dirname(path), name) : name;
}

async function fileAt(disk: ProjectDisk, path: string): Promise<string | undefined> {
  try {
    const place = await disk.folder.resolve(path);
    return (await stat(place.real)).isFile() ? place.path : undefined;
  } catch (error) {
    // What cannot be looked at is no file to show.
    if (error instanceof PracticeError || (error instanceof Error && 'syscall' in error)) return undefined;
    throw error;
  }
}
