import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import type { Clock } from '../clock.js';
import { type DraftKey, type Remains, readStoredDraft, type StoredDraft } from './stored-draft.js';
import { Tails, type TextStorage } from './tails.js';

/** Milliseconds after which unsaved text is given up: nobody comes back to it after a month. */
export const DRAFT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** Of the database. In the first one, all windows shared one text of a file. */
const FORM = 2;
/** Stands for the windows of that time. */
const SHARED = 'shared';

interface DraftSchema extends DBSchema {
  drafts: { key: [string, string, string]; value: StoredDraft; indexes: { updatedAt: number } };
}

export interface DraftsOptions {
  readonly clock: Clock;
  /** By default that of the browser, if it lets the page have one. */
  readonly storage?: TextStorage | undefined;
  /** Of the database: one for each origin. */
  readonly name?: string;
}

/** Unsaved text in the browser, by project, path and window. Reading and writing reject where the browser refuses. */
export class Drafts {
  readonly tails: Tails;
  readonly #clock: Clock;
  readonly #name: string;
  #isClosed = false;
  #database: Promise<IDBPDatabase<DraftSchema>> | undefined;

  constructor({ clock, storage, name = 'practice-workbench' }: DraftsOptions) {
    this.#clock = clock;
    this.#name = name;
    this.tails = new Tails(storage);
  }

  async read(key: DraftKey): Promise<Remains> {
    const tails = this.tails.read(key);
    const value: unknown = await (await this.#open()).get('drafts', nameOf(key));
    return { draft: readStoredDraft(value), tails };
  }

  /** The files of a project that have unsaved text, once for each window that has left some. */
  async keys(project: string): Promise<DraftKey[]> {
    const inTails = this.tails.keys(project);
    const range = IDBKeyRange.bound([project], [project, []]);
    const names = await (await this.#open()).getAllKeys('drafts', range);
    const stored = names.map(([, path, window]) => ({ project, path, window }));
    const isStored = (key: DraftKey) => stored.some(({ path, window }) => path === key.path && window === key.window);
    return [...stored, ...inTails.filter((key) => !isStored(key))];
  }

  async write(draft: StoredDraft): Promise<void> {
    await (await this.#open()).put('drafts', draft);
  }

  async remove(key: DraftKey): Promise<void> {
    this.tails.remove(key);
    await (await this.#open()).delete('drafts', nameOf(key));
  }

  /** What was asked for before is still done; what is asked for later is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#letGo();
  }

  async #letGo(): Promise<void> {
    const database = await this.#database?.catch(() => undefined); // whoever used it has heard of it
    this.#database = undefined;
    database?.close();
  }

  #open(): Promise<IDBPDatabase<DraftSchema>> {
    if (this.#isClosed) return Promise.reject(new Error('The drafts are closed.'));
    this.#database ??= this.#openDatabase().catch((error: unknown) => {
      this.#database = undefined; // the next use tries again
      throw error;
    });
    return this.#database;
  }

  async #openDatabase(): Promise<IDBPDatabase<DraftSchema>> {
    const database = await openDB<DraftSchema>(this.#name, FORM, {
      upgrade: (made, oldForm, _, transaction) => makeStore(made, oldForm === 1 ? transaction : undefined),
      // A newer page of ours wants another form of the database: the next use opens it again.
      blocking: () => void this.#letGo(),
      terminated: () => {
        this.#database = undefined;
      },
    });
    await this.#dropOld(database);
    return database;
  }

  async #dropOld(database: IDBPDatabase<DraftSchema>): Promise<void> {
    const transaction = database.transaction('drafts', 'readwrite');
    const old = IDBKeyRange.upperBound(this.#clock.now() - DRAFT_LIFE_MS);
    for await (const cursor of transaction.store.index('updatedAt').iterate(old)) {
      this.tails.remove(cursor.value);
      await cursor.delete();
    }
    await transaction.done;
  }
}

type Upgrade = IDBPTransaction<DraftSchema, StoreNames<DraftSchema>[], 'versionchange'>;

/** `before`: with the texts of the first form, which are taken along. */
async function makeStore(database: IDBPDatabase<DraftSchema>, before: Upgrade | undefined): Promise<void> {
  const known = (await before?.objectStore('drafts').getAll()) ?? [];
  if (before !== undefined) database.deleteObjectStore('drafts');
  const store = database.createObjectStore('drafts', { keyPath: ['project', 'path', 'window'] });
  store.createIndex('updatedAt', 'updatedAt');
  await Promise.all(known.map((draft) => store.put({ ...draft, window: SHARED })));
}

function nameOf({ project, path, window }: DraftKey): [string, string, string] {
  return [project, path, window];
}
