import { scanTree } from '../tree/scan-tree.js';
import { requireShown } from '../workplace/sight.js';
import type { Workplace } from '../workplace/workplace.js';
import { entriesOfTree, type ResourceEntries } from './entries.js';
import { MAX_LISTED } from './limits.js';

/** The files and folders of the project, without noise. Throws `not_visible` and `project_not_found`. */
export async function listResources({ choices, disk }: Workplace): Promise<ResourceEntries> {
  requireShown(choices.now.visibility, 'buffers');
  return entriesOfTree(await scanTree(disk.folder, { maxEntries: MAX_LISTED }));
}
