import type { TreeRow } from '../../client/state.js';
import type { TreeReader } from '../../client/workbench.js';

/** What a key does in the tree. `choose` goes to the file, `peek` opens it and stays. */
export type TreeStep =
  | { readonly kind: 'go'; readonly path: string | undefined }
  | { readonly kind: 'expand' | 'collapse' | 'choose' | 'peek' | 'expand_siblings' };

interface TreeKey {
  readonly key: string;
  readonly row: TreeRow;
  readonly tree: TreeReader;
  /** Rows that fit on the screen. */
  readonly page: number;
}

/** What a key means for the current row, as the tree pattern of ARIA has it; undefined if nothing. */
export function treeStepOf({ key, row, tree, page }: TreeKey): TreeStep | undefined {
  switch (key) {
    case 'ArrowDown':
      return { kind: 'go', path: tree.next(row.path) };
    case 'ArrowUp':
      return { kind: 'go', path: tree.previous(row.path) };
    case 'Home':
      return { kind: 'go', path: tree.first() };
    case 'End':
      return { kind: 'go', path: tree.last() };
    case 'PageDown':
      return { kind: 'go', path: moved(tree, row, page) };
    case 'PageUp':
      return { kind: 'go', path: moved(tree, row, -page) };
    case 'ArrowRight':
      return intoStep(row, tree);
    case 'ArrowLeft':
      return row.expanded ? { kind: 'collapse' } : { kind: 'go', path: tree.parent(row.path) };
    case 'Enter':
      return { kind: 'choose' };
    case ' ':
      return { kind: 'peek' };
    case '*':
      return { kind: 'expand_siblings' };
    default:
      return undefined;
  }
}

function intoStep(row: TreeRow, tree: TreeReader): TreeStep | undefined {
  if (row.type !== 'directory') return undefined;
  return row.expanded ? { kind: 'go', path: tree.firstChild(row.path) } : { kind: 'expand' };
}

function moved(tree: TreeReader, row: TreeRow, rows: number): string | undefined {
  const index = tree.indexOf(row.path) + rows;
  if (index < 0) return tree.first();
  return tree.row(index)?.path ?? tree.last();
}

/** Folders beside this one, it included, that are not expanded. */
export function closedSiblings(row: TreeRow, tree: TreeReader): string[] {
  const closed: string[] = [];
  const start = tree.indexOf(row.path);
  const isSibling = (other: TreeRow | undefined) => other !== undefined && other.depth >= row.depth;
  for (const step of [-1, 1]) {
    for (let index = step < 0 ? start - 1 : start; isSibling(tree.row(index)); index += step) {
      const other = tree.row(index);
      if (other?.depth === row.depth && other.type === 'directory' && !other.expanded) closed.push(other.path);
    }
  }
  return closed;
}
