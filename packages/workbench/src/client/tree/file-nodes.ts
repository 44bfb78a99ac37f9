import type { TreeNode } from '@agent-factory/protocol/coach';
import { compareSiblings, createNode, type FileNode, placeOf } from './node.js';

/** What is told of an entry beside its path. */
export type EntryFacts = Pick<TreeNode, 'type' | 'link' | 'unusable'>;

const PROJECT: TreeNode = { name: '', path: '', type: 'directory' };

/** All files and folders that are known, by their path. */
export class FileNodes {
  readonly root: FileNode = createNode(PROJECT, null);
  readonly #byPath = new Map<string, FileNode>([['', this.root]]);
  readonly #cut = new Map<FileNode, number>();

  get(path: string): FileNode | undefined {
    return this.#byPath.get(path);
  }

  *files(): Iterable<FileNode> {
    for (const node of this.#byPath.values()) if (node.type === 'file') yield node;
  }

  /** The folders of which the daemon has sent only the first entries, and how many these were. */
  get cut(): ReadonlyMap<FileNode, number> {
    return this.#cut;
  }

  /**
   * Puts what is in a folder in place of what was known of it. What is in its folders stays known where the list says
   * nothing of that; only with the whole project, everything is new. A folder that nobody knows is left out.
   */
  load(source: TreeNode): FileNode | undefined {
    const folder = this.#byPath.get(source.path);
    if (folder === undefined || folder.type !== 'directory') return undefined;
    const kept = source.path === '' ? NOTHING : keptOf(folder, source);
    this.#forgetBelow(folder, kept);
    this.#fill(folder, source, kept);
    return folder;
  }

  /** A new file or folder; undefined if it is known, or in a folder that was not read. */
  add(path: string, { type, link, unusable }: EntryFacts): FileNode | undefined {
    const parent = this.#byPath.get(folderOf(path));
    if (parent?.children === undefined || this.#byPath.has(path)) return undefined;
    const node = createNode({ path, name: path.slice(path.lastIndexOf('/') + 1), type, link, unusable }, parent);
    if (type === 'directory' && !link) node.children = [];
    parent.children.splice(placeOf(node, parent.children, compareSiblings), 0, node);
    this.#byPath.set(path, node);
    return node;
  }

  /** Undefined if it is not known. */
  remove(path: string): FileNode | undefined {
    const node = this.#byPath.get(path);
    if (node === undefined || node.parent === null) return undefined;
    this.#forgetBelow(node);
    this.#byPath.delete(path);
    const siblings = node.parent.children ?? [];
    const place = placeOf(node, siblings, compareSiblings);
    if (siblings[place] === node) siblings.splice(place, 1);
    return node;
  }

  /** A folder that was asked for and came without a list cannot be read: to ask again would give the same. */
  #fill(folder: FileNode, { children: sources = [], truncated }: TreeNode, kept: Kept): void {
    const children: FileNode[] = [];
    for (const source of sources) {
      const known = kept.get(source.path);
      if (known !== undefined) children.push(known);
      // Two names that no path can hold may look alike.
      else if (!this.#byPath.has(source.path)) children.push(this.#create(source, folder));
    }
    // They come sorted, which makes this quick; by another order of letters, rows would not be found again.
    folder.children = children.sort(compareSiblings);
    if (truncated) this.#cut.set(folder, sources.length);
  }

  #create(source: TreeNode, folder: FileNode): FileNode {
    const node = createNode(source, folder);
    this.#byPath.set(node.path, node);
    if (source.children !== undefined) this.#fill(node, source, NOTHING);
    return node;
  }

  #forgetBelow(folder: FileNode, kept: Kept = NOTHING): void {
    for (const child of folder.children ?? []) {
      if (kept.has(child.path)) continue;
      this.#byPath.delete(child.path);
      this.#forgetBelow(child);
    }
    folder.children = undefined;
    this.#cut.delete(folder);
  }
}

type Kept = ReadonlyMap<string, FileNode>;
const NOTHING: Kept = new Map();

/** The folders in a folder whose content is known and is not in the list. */
function keptOf({ children = [] }: FileNode, { children: sources = [] }: TreeNode): Kept {
  const unread = new Set(sources.filter((source) => source.children === undefined).map(({ path }) => path));
  return new Map(
    children
      .filter((child) => child.children !== undefined && unread.has(child.path))
      .map((child) => [child.path, child]),
  );
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
