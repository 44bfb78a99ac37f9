import { parseJson } from '@agent-factory/protocol';
import { type DraftKey, readTails, type Tail } from './stored-draft.js';

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

  read(key: DraftKey): Tail[] {
    const text = this.#attempt((storage) => storage.getItem(nameOf(key)));
    const parsed = text === undefined || text === null ? undefined : parseJson(text);
    return parsed?.ok === true ? readTails(parsed.value) : [];
  }

  /** Does not wait: it is written when this returns. */
  write(key: DraftKey, tails: readonly Tail[]): void {
    this.#attempt((storage) => storage.setItem(nameOf(key), JSON.stringify(tails)));
  }

  remove(key: DraftKey): void {
    this.#attempt((storage) => storage.removeItem(nameOf(key)));
  }

  /** The files of a project of which there are some, each with its window. */
  keys(project: string): DraftKey[] {
    return this.#names()
      .map(keyOf)
      .filter((key) => key?.project === project)
      .filter((key) => key !== undefined);
  }

  #names(): string[] {
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

function nameOf({ project, path, window }: DraftKey): string {
  return PREFIX + [project, path, window].map(encodeURIComponent).join(':');
}

function keyOf(name: string): DraftKey | undefined {
  if (!name.startsWith(PREFIX)) return undefined;
  const [project, path, window] = name.slice(PREFIX.length).split(':').map(decoded);
  if (project === undefined || path === undefined || window === undefined) return undefined;
  return { project, path, window };
}

/** Undefined for what was not written here. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
