import type { DocumentView } from '../state.js';
import type { OpenDocument } from './document.js';

/** The open documents in the order of their tabs, and which of them is in front. */
export class Tabs {
  readonly #documents = new Map<string, OpenDocument>();
  #views: readonly DocumentView[] = [];
  activePath: string | null = null;

  get size(): number {
    return this.#documents.size;
  }

  get(path: string): OpenDocument | undefined {
    return this.#documents.get(path);
  }

  has(doc: OpenDocument): boolean {
    return this.#documents.get(doc.path) === doc;
  }

  add(doc: OpenDocument): void {
    this.#documents.set(doc.path, doc);
  }

  /** Gives the tab that comes to the front in place of it: the next one, or the one before. */
  remove(doc: OpenDocument): string | null {
    const paths = [...this.#documents.keys()];
    const index = paths.indexOf(doc.path);
    this.#documents.delete(doc.path);
    return paths[index + 1] ?? paths[index - 1] ?? null;
  }

  [Symbol.iterator](): IterableIterator<OpenDocument> {
    return [...this.#documents.values()].values();
  }

  /** The same list until something in it changes. */
  views(): readonly DocumentView[] {
    const views = [...this.#documents.values()].map((doc) => doc.view());
    const isSame = views.length === this.#views.length && views.every((view, index) => view === this.#views[index]);
    if (!isSame) this.#views = views;
    return this.#views;
  }
}
