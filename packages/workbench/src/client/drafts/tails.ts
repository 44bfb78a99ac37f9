import { parseJson } from '@agent-factory/protocol';
import { readTails, type Tail } from './stored-draft.js';

const PREFIX = 'practice:draft:';

/** As much of `localStorage` as is used here. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * The latest changes of unsaved text, written while the page cannot wait for its database. They only bridge the
 * moment until that has the whole text: where they cannot be written, that moment is lost, and nothing else.
 */
export class Tails {
  readonly #storage: TextStorage | undefined;

  constructor(storage: TextStorage | undefined) {
    this.#storage = storage;
  }

  read(project: string, path: string): Tail[] {
    const text = this.#attempt((storage) => storage.getItem(keyOf(project, path)));
    const parsed = text === undefined || text === null ? undefined : parseJson(text);
    return parsed?.ok === true ? readTails(parsed.value) : [];
  }

  /** Does not wait: it is written when this returns. */
  write(project: string, path: string, tails: readonly Tail[]): void {
    this.#attempt((storage) => storage.setItem(keyOf(project, path), JSON.stringify(tails)));
  }

  remove(project: string, path: string): void {
    this.#attempt((storage) => storage.removeItem(keyOf(project, path)));
  }

  /** The files of a project of which there are some. */
  paths(project: string): string[] {
    const begin = keyOf(project, '');
    return this.#keys()
      .filter((key) => key.startsWith(begin))
      .map((key) => key.slice(begin.length));
  }

  #keys(): string[] {
    const list = (storage: TextStorage) =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    return this.#attempt(list) ?? [];
  }

  #attempt<T>(use: (storage: TextStorage) => T): T | undefined {
    try {
      return this.#storage === undefined ? undefined : use(this.#storage);
    } catch {
      return undefined; // full or blocked: see above
    }
  }
}

function keyOf(project: string, path: string): string {
  return `${PREFIX}${project}:${path}`;
}
