import type { ResourceEntry } from '../resources/entries.js';
import { MAX_LISTED } from '../resources/limits.js';
import type { Resource } from '../resources/read.js';
import type { Asked } from './ask.js';

/**
 * What a client has been told that it can read. Clients keep it, and some read only that: what is found in a folder,
 * such as a new file, is in the next list as well, and what the student has chosen since makes another list.
 */
export class Listed {
  /** By URI, as of the last list; undefined if that was refused. */
  #told: ReadonlySet<string> | undefined;
  #wasAsked = false;
  /** By URI; the latest is the last. */
  readonly #found = new Map<string, ResourceEntry>();

  /** Everything that is told now. */
  list(entries: readonly ResourceEntry[]): ResourceEntry[] {
    const all = new Map([...entries, ...this.#found.values()].map((entry) => [entry.uri, entry]));
    this.#told = new Set(all.keys());
    this.#wasAsked = true;
    return [...all.values()];
  }

  /** Nothing is told. */
  refuse(): void {
    this.#told = undefined;
    this.#wasAsked = true;
  }

  /** Whether a list would be another one now, as this answer shows. Never so for a client that has asked for none. */
  isOutdatedBy(asked: Asked<Resource>): boolean {
    if (!asked.ok) return asked.code === 'not_visible' && this.#told !== undefined;
    const isNew = 'text' in asked.output ? false : this.#find(asked.output.entries);
    return this.#wasAsked && (isNew || this.#told === undefined);
  }

  #find(entries: readonly ResourceEntry[]): boolean {
    const fresh = entries.filter(({ uri }) => this.#told?.has(uri) !== true);
    for (const entry of fresh) this.#remember(entry);
    return fresh.length > 0;
  }

  #remember(entry: ResourceEntry): void {
    this.#found.delete(entry.uri);
    this.#found.set(entry.uri, entry);
    const [oldest] = this.#found.keys();
    if (this.#found.size > MAX_LISTED && oldest !== undefined) this.#found.delete(oldest);
  }
}
