import type { GlowStyle, ServerPayload, TreeNode } from '@agent-factory/protocol/coach';
import { foldersAbove } from '../coach/shown.js';
import type { CutFolder, TreeRow } from '../state.js';
import { type EntryFacts, FileNodes } from './file-nodes.js';
import { compareSiblings, type FileNode, placeOf } from './node.js';
import { Rows } from './rows.js';

export interface FileTreeOptions {
  readonly glowOf: (path: string) => GlowStyle | undefined;
  readonly isDirty: (path: string) => boolean;
  /** A folder is needed that was not read. */
  readonly ask: (path: string) => void;
  readonly changed: () => void;
}

/**
 * The rows of the file tree: the files and folders whose folders are all expanded. Rows are changed where something
 * happens, so that a hundred thousand of them cost no more than a few. Paths that are given out are those of rows.
 */
export class FileTree {
  readonly #options: FileTreeOptions;
  readonly #nodes = new FileNodes();
  readonly #expanded = new Set<string>(['']);
  readonly #rows = new Rows();
  #isLoaded = false;

  constructor(options: FileTreeOptions) {
    this.#options = options;
  }

  get rowCount(): number {
    return this.#rows.count;
  }

  /** False until the first tree has arrived. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  row(index: number): TreeRow | undefined {
    const node = this.#rows.at(index);
    return node && this.#rowOf(node);
  }

  *files(): Iterable<string> {
    for (const { path, unusable } of this.#nodes.files()) if (!unusable) yield path;
  }

  *cutFolders(): Iterable<CutFolder> {
    for (const [{ path }, sent] of this.#nodes.cut) yield { path, sent };
  }

  /** -1 if the path has no row. */
  indexOf(path: string): number {
    const node = this.#nodes.get(path);
    return node === undefined ? -1 : this.#rows.indexOf(node);
  }

  next(path: string): string | undefined {
    const index = this.indexOf(path);
    return index === -1 ? undefined : this.#rows.at(index + 1)?.path;
  }

  previous(path: string): string | undefined {
    return this.#rows.at(this.indexOf(path) - 1)?.path;
  }

  first(): string | undefined {
    return this.#rows.at(0)?.path;
  }

  last(): string | undefined {
    return this.#rows.at(this.#rows.count - 1)?.path;
  }

  /** The folder that has it, if that has a row. */
  parent(path: string): string | undefined {
    return this.#nodes.get(path)?.parent?.path || undefined;
  }

  /** Of an expanded folder. */
  firstChild(path: string): string | undefined {
    return this.#expanded.has(path) ? this.#nodes.get(path)?.children?.[0]?.path : undefined;
  }

  /**
   * The nearest row from this one on, and around, whose name begins so, whatever its capitals. For a single letter
   * that is a row behind this one, so that a repeated letter goes on.
   */
  typeAhead(path: string | undefined, begin: string): string | undefined {
    const wanted = begin.toLowerCase();
    const here = path === undefined ? -1 : this.indexOf(path);
    const start = Math.max(0, begin.length > 1 ? here : here + 1);
    return this.#rows.find(start, ({ name }) => name.toLowerCase().startsWith(wanted))?.path;
  }

  /** True if it was not expanded. A folder that was not read is asked for. */
  expand(path: string): boolean {
    const node = this.#nodes.get(path);
    if (this.#expanded.has(path) || node?.type === 'file') return false;
    this.#expanded.add(path);
    if (node !== undefined) this.#showBelow(node);
    this.#options.changed();
    return true;
  }

  /** True if it was expanded. What is expanded in it stays so. */
  collapse(path: string): boolean {
    if (path === '' || !this.#expanded.has(path)) return false;
    const node = this.#nodes.get(path);
    if (node !== undefined) this.#rows.removeBelow(node);
    this.#expanded.delete(path);
    this.#options.changed();
    return true;
  }

  /** Expands the folders above a path; those that were not are given. */
  reveal(path: string): string[] {
    return foldersAbove(path).filter((folder) => this.expand(folder));
  }

  load(root: TreeNode): void {
    const known = this.#nodes.get(root.path);
    if (known !== undefined) this.#rows.removeBelow(known);
    const folder = this.#nodes.load(root);
    if (folder !== undefined) this.#showBelow(folder);
    this.#isLoaded = true;
    this.#options.changed();
  }

  update({ action, path, newPath, ...facts }: ServerPayload<'fs:tree_update'>): void {
    if (action === 'rescan') this.#options.ask('');
    if (action === 'add') this.#add(path, { type: 'file', ...facts });
    if (action === 'addDir') this.#add(path, { type: 'directory', ...facts });
    if (action === 'unlink' || action === 'unlinkDir') {
      const known = this.#nodes.get(path);
      this.#remove(path);
      if (newPath !== undefined && known !== undefined) this.#add(newPath, known);
    }
  }

  #add(path: string, facts: EntryFacts): void {
    const node = this.#nodes.add(path, facts);
    if (node === undefined || !this.#isVisible(node)) return;
    this.#rows.add(node);
    this.#options.changed();
  }

  #remove(path: string): void {
    const node = this.#nodes.get(path);
    if (node === undefined) return;
    if (this.#rows.remove(node)) this.#options.changed();
    this.#nodes.remove(path);
  }

  #showBelow(node: FileNode): void {
    if (!this.#expanded.has(node.path) || (node.parent !== null && this.indexOf(node.path) === -1)) return;
    const below: FileNode[] = [];
    this.#collect(node, below);
    this.#rows.addBelow(node, below);
  }

  #collect(folder: FileNode, below: FileNode[]): void {
    if (folder.children === undefined) this.#options.ask(folder.path);
    for (const child of folder.children ?? []) {
      below.push(child);
      if (child.type === 'directory' && this.#expanded.has(child.path)) this.#collect(child, below);
    }
  }

  #isVisible({ parent }: FileNode): boolean {
    return parent === null || (this.#expanded.has(parent.path) && this.#isVisible(parent));
  }

  #rowOf(node: FileNode): TreeRow {
    const { path, name, depth, type, link, unusable, parent } = node;
    const expanded = type === 'directory' && this.#expanded.has(path);
    const siblings = parent?.children ?? [];
    return {
      path,
      name,
      depth,
      type,
      expanded,
      loading: expanded && node.children === undefined,
      glow: this.#options.glowOf(path) ?? null,
      dirty: this.#options.isDirty(path),
      link,
      unusable,
      position: placeOf(node, siblings, compareSiblings) + 1,
      siblings: siblings.length,
    };
  }
}
