import { compareInTree, type FileNode, placeOf } from './node.js';

/** Nodes from top to bottom. They are changed where something happens, and found by their order: both are quick. */
export class Rows {
  #nodes: FileNode[] = [];

  get count(): number {
    return this.#nodes.length;
  }

  at(index: number): FileNode | undefined {
    return this.#nodes[index];
  }

  /** -1 if it has none. */
  indexOf(node: FileNode): number {
    const index = placeOf(node, this.#nodes, compareInTree);
    return this.#nodes[index] === node ? index : -1;
  }

  add(node: FileNode): void {
    this.#nodes.splice(placeOf(node, this.#nodes, compareInTree), 0, node);
  }

  /** With all that is shown below it. False if it has no row. */
  remove(node: FileNode): boolean {
    const index = this.indexOf(node);
    if (index === -1) return false;
    this.#nodes.splice(index, this.#endOf(node, index) - index);
    return true;
  }

  /** The project itself has no row: everything is below it. */
  addBelow(folder: FileNode, below: readonly FileNode[]): void {
    const start = this.indexOf(folder) + 1;
    this.#nodes = this.#nodes.slice(0, start).concat(below, this.#nodes.slice(start));
  }

  removeBelow(folder: FileNode): void {
    const index = this.indexOf(folder);
    if (index === -1 && folder.parent !== null) return;
    this.#nodes.splice(index + 1, this.#endOf(folder, index) - index - 1);
  }

  /** The first one from an index on, and around, of which this holds. */
  find(start: number, holds: (node: FileNode) => boolean): FileNode | undefined {
    return this.#nodes.slice(start).find(holds) ?? this.#nodes.slice(0, start).find(holds);
  }

  /** The index behind a row and all that is below it. */
  #endOf({ depth }: FileNode, index: number): number {
    let end = index + 1;
    while ((this.#nodes[end]?.depth ?? -1) > depth) end += 1;
    return end;
  }
}
