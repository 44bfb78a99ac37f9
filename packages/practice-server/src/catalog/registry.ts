import { decodeRegistry, MAX_EXERCISE_FILE_BYTES, PracticeError, type Registry } from '@agent-factory/protocol';
import { writeFileAtomic } from '../system/files/atomic-file.js';
import { readOwnFile } from '../system/files/bounded-file.js';
import type { Logger } from '../system/log.js';
import { type ContentSource, invalid } from './source.js';

/** The registry is asked for on every lesson page; the site is asked at most this often. */
const FRESH_MS = 3000;

export interface LoadedRegistry {
  readonly registry: Registry;
  /** `cache` when the site could not be reached and this is its last known answer. */
  readonly from: 'content' | 'cache';
}

/** The list of exercises: from the site, or from the last good copy when the site cannot be reached. */
export class RegistryReader {
  readonly #source: ContentSource;
  readonly #copyPath: string;
  readonly #log: Logger | undefined;
  readonly #looksOnly: boolean;
  #told = '';
  #latest: { at: number; promise: Promise<LoadedRegistry> } | undefined;

  /** With `looksOnly` no copy is kept, for callers that must change nothing on the disk. */
  constructor(source: ContentSource, copyPath: string, log?: Logger, looksOnly = false) {
    this.#looksOnly = looksOnly;
    this.#source = source;
    this.#copyPath = copyPath;
    this.#log = log;
  }

  /** Throws `content_unreachable` or `content_invalid` when there is no copy either. */
  load(): Promise<LoadedRegistry> {
    const now = performance.now();
    if (this.#latest === undefined || now - this.#latest.at > FRESH_MS) {
      const latest = { at: now, promise: this.#load() };
      this.#latest = latest;
      // A failure answers only those who asked meanwhile: its cause may be gone for the next.
      latest.promise.catch(() => {
        if (this.#latest === latest) this.#latest = undefined;
      });
    }
    return this.#latest.promise;
  }

  async #load(): Promise<LoadedRegistry> {
    try {
      return { registry: await this.#fetch(), from: 'content' };
    } catch (error) {
      if (!(error instanceof PracticeError)) throw error;
      const copy = await readOwnFile(this.#copyPath, MAX_EXERCISE_FILE_BYTES);
      const outcome = copy === undefined ? undefined : decodeRegistry(copy);
      if (outcome?.ok !== true) throw error;
      return { registry: outcome.value.registry, from: 'cache' };
    }
  }

  /** Warns once, and again only when something else is wrong: the registry is read every few seconds. */
  #tell(issues: readonly string[]): void {
    const text = issues.join('; ');
    if (text !== '' && text !== this.#told) this.#log?.warn({ issues }, 'Entries of the registry are broken');
    this.#told = text;
  }

  /** For when the site cannot be reached. If the copy cannot be kept, the answer of the site counts all the same. */
  async #keep(text: string): Promise<void> {
    await writeFileAtomic(this.#copyPath, text).catch((error: unknown) => {
      this.#log?.warn({ err: error }, `The list of exercises cannot be kept in ${this.#copyPath}`);
    });
  }

  async #fetch(): Promise<Registry> {
    const file = 'registry.json';
    const content = await this.#source.read(file);
    if (content === undefined) throw invalid(file, 'the site has no list of exercises');
    const text = content.toString();
    const outcome = decodeRegistry(text);
    if (!outcome.ok) throw invalid(file, outcome.issues[0] ?? 'it is malformed', { issues: outcome.issues });
    if (!this.#looksOnly) await this.#keep(text);
    this.#tell(outcome.value.issues);
    return outcome.value.registry;
  }
}
