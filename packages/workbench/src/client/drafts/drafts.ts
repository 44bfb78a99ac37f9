import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Clock } from '../clock.js';
import { type Remains, readStoredDraft, type StoredDraft, type Tail } from './stored-draft.js';
import { Tails, type TextStorage } from './tails.js';

/** Milliseconds after which unsaved text is given up: nobody comes back to it after a month. */
export const DRAFT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

interface DraftSchema extends DBSchema {
  drafts: { key: [string, string]; value: StoredDraft; indexes: { updatedAt: number } };
}

export interface DraftsOptions {
  readonly clock: Clock;
  /** By default that of the browser, if it lets the page have one. */
  readonly storage?: TextStorage | undefined;
  /** Of the database: one for each origin. */
  readonly name?: string;
}

/** Unsaved text in the browser, by project and path. Reading and writing reject where the browser refuses. */
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

  async read(project: string, path: string): Promise<Remains> {
    const tails = this.tails.read(project, path);
    const value: unknown = await (await this.#open()).get('drafts', [project, path]);
    return { draft: readStoredDraft(value), tails };
  }

  /** The files of a project that have unsaved text. */
  async paths(project: string): Promise<string[]> {
    const inTails = this.tails.paths(project);
    const range = IDBKeyRange.bound([project], [project, []]);
    const keys = await (await this.#open()).getAllKeys('drafts', range);
    return [...new Set([...keys.map(([, path]) => path), ...inTails])];
  }

  async write(draft: StoredDraft): Promise<void> {
    await (await this.#open()).put('drafts', draft);
  }

  /** Without waiting for the database: the tails of this file. */
  writeTails(project: string, path: string, tails: readonly Tail[]): void {
    this.tails.write(project, path, tails);
  }

  async remove(project: string, path: string): Promise<void> {
    this.tails.remove(project, path);
    await (await this.#open()).delete('drafts', [project, path]);
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
    const database = await openDB<DraftSchema>(this.#name, 1, {
      upgrade(created) {
        created.createObjectStore('drafts', { keyPath: ['project', 'path'] }).createIndex('updatedAt', 'updatedAt');
      },
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
      this.tails.remove(cursor.value.project, cursor.value.path);
      await cursor.delete();
    }
    await transaction.done;
  }
}
