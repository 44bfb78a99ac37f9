import { dirname } from 'node:path/posix';

export type Kind = 'file' | 'folder';

export interface Entry {
  readonly path: string;
  readonly kind: Kind;
}

/** What is known to be in the folders that are watched. Paths are relative; the empty one is the project's folder. */
export class KnownEntries {
  readonly #folders = new Map<string, Map<string, Kind>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Whether the entries of this folder are known. */
  hasFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  kindOf(path: string): Kind | undefined {
    return this.#folders.get(parentOf(path))?.get(path);
  }

  /** The folders whose entries are known. */
  folders(): string[] {
    return [...this.#folders.keys()];
  }

  /** The entries of a folder. */
  entries(folder: string): Entry[] {
    return [...(this.#folders.get(folder) ?? [])].map(([path, kind]) => ({ path, kind }));
  }

  addFolder(path: string): void {
    if (!this.#folders.has(path)) this.#folders.set(path, new Map());
  }

  add({ path, kind }: Entry): void {
    const siblings = this.#folders.get(parentOf(path));
    if (siblings === undefined) return;
    if (!siblings.has(path)) this.#count += 1;
    siblings.set(path, kind);
  }

  /** Forgets an entry and all below it; returns them, the deepest first. */
  remove(path: string): Entry[] {
    const kind = this.kindOf(path);
    const below = this.entries(path).flatMap((entry) => this.remove(entry.path));
    this.#folders.delete(path);
    if (kind === undefined) return below;
    this.#folders.get(parentOf(path))?.delete(path);
    this.#count -= 1;
    return [...below, { path, kind }];
  }
}

export function parentOf(path: string): string {
  const parent = dirname(path);
  return parent === '.' ? '' : parent;
}
