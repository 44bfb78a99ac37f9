import type { TextStorage } from '../drafts/tails.js';

/** Remembers which tab of a project was in front. Where the browser keeps nothing, the first one will be. */
export class FrontTab {
  readonly #storage: TextStorage | undefined;
  readonly #key: string;
  #kept: string | null = null;

  constructor(storage: TextStorage | undefined, project: string) {
    this.#storage = storage;
    this.#key = `practice:workbench:front:${project}`;
  }

  read(): string | undefined {
    try {
      return this.#storage?.getItem(this.#key) ?? undefined;
    } catch {
      return undefined; // blocked
    }
  }

  keep(path: string | null): void {
    if (path === this.#kept || path === null) return;
    this.#kept = path;
    try {
      this.#storage?.setItem(this.#key, path);
    } catch {
      // Full or blocked: the first tab will be in front.
    }
  }
}
