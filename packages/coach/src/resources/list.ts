import { scanTree } from '../tree/scan-tree.js';
import { requireShown } from '../workplace/sight.js';
import type { Workplace } from '../workplace/workplace.js';
import { entriesOfTree, type ResourceEntries } from './entries.js';
import { MAX_LISTED } from './limits.js';

/** The files and folders of the project, without noise. Throws `not_visible` and `project_not_found`. */
export async function listResources(workplace: Workplace): Promise<ResourceEntries> {
  requireShown(workplace.choices.now.visibility, 'buffers');
  const tree = await scanTree(workplace.disk.folder, { maxEntries: MAX_LISTED });
  // The student may have chosen otherwise meanwhile.
  requireShown(workplace.choices.now.visibility, 'buffers');
  return entriesOfTree(tree);
}
