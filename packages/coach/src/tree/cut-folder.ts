import { Buffer } from 'node:buffer';
import { MAX_MESSAGE_BYTES, type TreeNode } from '@agent-factory/protocol/coach';
import { Breath } from './breath.js';

/** Most entries of one folder that a page is sent: so many rows it changes and scrolls in a fraction of a frame. */
const MAX_FOLDER_ENTRIES = 100_000;
/** Their most bytes: half of a message, as the folders of the project that come with its own have to fit in, too. */
const MAX_FOLDER_BYTES = MAX_MESSAGE_BYTES / 2;

/**
 * A folder with the first of its entries, as many as a page can be sent, or `maxEntries`; it is `truncated` if that is
 * not all of them. The entries are as they are listed: without children.
 */
export async function cutFolder(folder: TreeNode, maxEntries = MAX_FOLDER_ENTRIES): Promise<TreeNode> {
  const { children = [] } = folder;
  const count = await countFitting(children.slice(0, maxEntries));
  return count < children.length ? { ...folder, children: children.slice(0, count), truncated: true } : folder;
}

async function countFitting(nodes: readonly TreeNode[]): Promise<number> {
  const breath = new Breath();
  let bytes = 0;
  for (const [at, node] of nodes.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(node)) + 1; // with the comma
    if (bytes > MAX_FOLDER_BYTES) return at;
    if (breath.isDue()) await breath.take();
  }
  return nodes.length;
}
