import { compareSiblings, createNode, type FileNode } from '../../../src/client/tree/node.js';

type Kind = FileNode['type'];

/** The rows of a file tree in the simplest way: everything is walked through each time. */
export class WalkedTree {
  readonly #known = new Map<string, Kind>();
  readonly #expanded = new Set<string>();

  add(path: string, type: Kind): void {
    const folder = folderOf(path);
    if (this.#known.has(path) || (folder !== '' && this.#known.get(folder) !== 'directory')) return;
    this.#known.set(path, type);
  }

  remove(path: string): void {
    this.#known.delete(path);
    this.empty(path);
  }

  empty(path: string): void {
    for (const known of [...this.#known.keys()]) if (known.startsWith(`${path}/`)) this.#known.delete(known);
  }

  emptyFolder(path: string): void {
    if (this.#known.get(path) === 'directory') this.empty(path);
  }

  expand(path: string): void {
    if (this.#known.get(path) !== 'file') this.#expanded.add(path);
  }

  collapse(path: string): void {
    this.#expanded.delete(path);
  }

  rows(): string[] {
    return this.#below(createNode({ name: '', path: '', type: 'directory' }, null));
  }

  #below(folder: FileNode): string[] {
    return this.#childrenOf(folder).flatMap((child) => [child.path, ...this.#shownBelow(child)]);
  }

  #shownBelow(node: FileNode): string[] {
    return node.type === 'directory' && this.#expanded.has(node.path) ? this.#below(node) : [];
  }

  #childrenOf(folder: FileNode): FileNode[] {
    return [...this.#known]
      .filter(([path]) => folderOf(path) === folder.path)
      .map(([path, type]) => createNode({ path, type, name: path.slice(path.lastIndexOf('/') + 1) }, folder))
      .sort(compareSiblings);
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
