import type { TreeNode } from '@agent-factory/protocol/coach';

/** A file or folder as the tree holds it. A folder without `children` has not been read. */
export interface FileNode {
  readonly path: string;
  readonly name: string;
  readonly type: 'file' | 'directory';
  readonly link: boolean;
  readonly unusable: boolean;
  readonly parent: FileNode | null;
  /** 0 for what is directly in the project, -1 for the project. */
  readonly depth: number;
  children: FileNode[] | undefined;
}

/** Names as people order them, numbers by their value: the daemon's order. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Folders first, then by name. */
export function compareSiblings(one: FileNode, other: FileNode): number {
  if (one.type !== other.type) return one.type === 'directory' ? -1 : 1;
  return collator.compare(one.name, other.name) || (one.name < other.name ? -1 : Number(one.name > other.name));
}

/** From top to bottom, as the rows stand; a folder comes before what is in it. */
export function compareInTree(one: FileNode, other: FileNode): number {
  let left = one;
  let right = other;
  while (left.depth > right.depth && left.parent !== null) left = left.parent;
  while (right.depth > left.depth && right.parent !== null) right = right.parent;
  if (left === right) return one.depth - other.depth;
  while (left.parent !== right.parent && left.parent !== null && right.parent !== null) {
    left = left.parent;
    right = right.parent;
  }
  return compareSiblings(left, right);
}

/** Where a node is among sorted ones, or would be. */
export function placeOf(
  node: FileNode,
  sorted: readonly FileNode[],
  compare: (one: FileNode, other: FileNode) => number,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = sorted[middle];
    if (found !== undefined && compare(found, node) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function createNode(source: Omit<TreeNode, 'children'>, parent: FileNode | null): FileNode {
  const { path, name, type, link = false, unusable = false } = source;
  const depth = parent === null ? -1 : parent.depth + 1;
  return { path, name, type, link, unusable, parent, depth, children: undefined };
}
