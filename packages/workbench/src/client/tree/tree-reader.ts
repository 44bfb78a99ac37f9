import type { CutFolder, TreeRow } from '../state.js';

/** What a tree view needs. Paths are those of rows; undefined where there is none. */
export interface TreeReader {
  row(index: number): TreeRow | undefined;
  /** The path of every file that is known and can be opened, also in folders that are closed. */
  files(): Iterable<string>;
  /** Those that are known to have more entries than are in the tree. */
  cutFolders(): Iterable<CutFolder>;
  /** -1 if the path has no row. */
  indexOf(path: string): number;
  next(path: string): string | undefined;
  previous(path: string): string | undefined;
  first(): string | undefined;
  last(): string | undefined;
  /** The folder that has it, if that has a row. */
  parent(path: string): string | undefined;
  /** Of an expanded folder. */
  firstChild(path: string): string | undefined;
  /**
   * The nearest row from this one on, and around, whose name begins so, whatever its capitals. For a single letter
   * that is a row behind this one, so that a repeated letter goes on.
   */
  typeAhead(path: string | undefined, begin: string): string | undefined;
}
