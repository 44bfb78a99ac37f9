import * as z from 'zod';
import { MAX_PATH_LENGTH } from '../project-place.js';

/**
 * A file or folder of a project. `path` is relative to its folder, and empty for that itself. A folder without
 * `children` has not been read yet. `unusable`: its name is none that a path can hold, or it is no file. `link`: it is
 * a symbolic link, which is not followed into a folder.
 */
export interface TreeNode {
  readonly name: string;
  readonly path: string;
  readonly type: 'file' | 'directory';
  readonly link?: boolean | undefined;
  readonly unusable?: boolean | undefined;
  /** It has more entries than these. */
  readonly truncated?: boolean | undefined;
  /** Sorted: folders first, then by name, numbers by their value. */
  readonly children?: readonly TreeNode[] | undefined;
}

export const treeNodeSchema: z.ZodType<TreeNode> = z.object({
  name: z.string().max(MAX_PATH_LENGTH),
  path: z.string().max(MAX_PATH_LENGTH),
  type: z.enum(['file', 'directory']),
  link: z.boolean().optional(),
  unusable: z.boolean().optional(),
  truncated: z.boolean().optional(),
  get children() {
    return z.array(treeNodeSchema).optional();
  },
});

/** What happened to a path. `rescan`: so much that the tree has to be read anew. */
export const treeActionSchema = z.enum(['add', 'change', 'unlink', 'addDir', 'unlinkDir', 'rescan']);
export type TreeAction = z.infer<typeof treeActionSchema>;
