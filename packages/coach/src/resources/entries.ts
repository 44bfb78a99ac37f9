import type { TreeNode } from '@agent-factory/protocol/coach';
import { MAX_LISTED } from './limits.js';
import { uriOf } from './uri.js';

/** A file or a folder that an agent is told of. */
export interface ResourceEntry {
  readonly uri: string;
  /** Relative to the project's folder; that of a folder ends with a slash. */
  readonly path: string;
}

/** Some of the entries of a tree or a folder. */
export interface ResourceEntries {
  readonly entries: readonly ResourceEntry[];
  /** Whether there are more than these. */
  readonly hasMore: boolean;
}

/** All of a tree that has been read. */
export function entriesOfTree(tree: TreeNode): ResourceEntries {
  const nodes = [...below(tree)];
  const hasMore = tree.truncated === true || nodes.some(isUnread);
  return { entries: nodes.filter(isUsable).map(entryOf), hasMore };
}

export function entriesOfFolder(nodes: readonly TreeNode[]): ResourceEntries {
  const usable = nodes.filter(isUsable);
  return { entries: usable.slice(0, MAX_LISTED).map(entryOf), hasMore: usable.length > MAX_LISTED };
}

function* below({ children = [] }: TreeNode): Generator<TreeNode> {
  for (const child of children) {
    yield child;
    yield* below(child);
  }
}

/** A link to a folder is never read: what it leads to is in the list by its own name. */
function isUnread({ type, link, unusable, children }: TreeNode): boolean {
  return type === 'directory' && !link && !unusable && children === undefined;
}

/** Nothing can be read of what leads out of the project, and of what is neither a file nor a folder. */
function isUsable({ type, link, unusable }: TreeNode): boolean {
  return !unusable && !(link && type === 'directory');
}

function entryOf({ path, type }: TreeNode): ResourceEntry {
  const shown = type === 'directory' ? `${path}/` : path;
  return { uri: uriOf(shown), path: shown };
}
