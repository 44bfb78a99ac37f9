import type { TreeNode } from '@agent-factory/protocol/coach';
import type { Breath } from './breath.js';

const NATURAL = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** Entries that are sorted at once: a few milliseconds. */
const RUN_LENGTH = 1000;

/** Folders first, then by name as people read it: `file2` before `file10`. No two entries are equal. */
function compareNodes(a: TreeNode, b: TreeNode): number {
  if (a.type !== b.type) return a.type === 'directory' ? -1 : 1;
  return NATURAL.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
}

/** Sorts in pieces, so that a folder of a hundred thousand files holds nobody up. */
export async function sortNodes(nodes: TreeNode[], breath: Breath): Promise<TreeNode[]> {
  let runs: TreeNode[][] = [];
  for (let at = 0; at < nodes.length; at += RUN_LENGTH) {
    runs.push(nodes.slice(at, at + RUN_LENGTH).sort(compareNodes));
    if (breath.isDue()) await breath.take();
  }
  while (runs.length > 1) {
    const merged: TreeNode[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], breath));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(left: TreeNode[], right: TreeNode[], breath: Breath): Promise<TreeNode[]> {
  const all: TreeNode[] = [];
  let l = 0;
  for (const node of right) {
    for (let next = left[l]; next !== undefined && compareNodes(next, node) < 0; next = left[l]) {
      all.push(next);
      l += 1;
    }
    all.push(node);
    if (all.length % RUN_LENGTH === 0 && breath.isDue()) await breath.take();
  }
  return [...all, ...left.slice(l)];
}
