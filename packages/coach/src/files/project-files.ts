import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ProjectFolder } from './project-folder.js';
import { readBytes } from './read-bytes.js';
import { notFound, unsuitable, writeFailure } from './refusals.js';
import { type FileLook, OwnWrites } from './saving/own-writes.js';
import { KeyedQueue } from './saving/queue.js';
import { type SaveOptions, saveFile } from './saving/save-file.js';
import { removeLeftovers } from './saving/temporary.js';
import { ifPossible } from './system.js';
import { isBinaryName } from './text/binary.js';
import { languageOf } from './text/languages.js';
import { decodeText, lineCountOf, type TextForm, versionOf } from './text/text.js';

/** A text file as it is on the disk. */
export interface ProjectFile extends TextForm {
  /** Relative to the project's folder, in its one spelling. */
  readonly path: string;
  /** Without a byte order mark; line ends as they are. */
  readonly content: string;
  readonly language: string;
  readonly lineCount: number;
  /** Names these very bytes; a save passes it back. */
  readonly version: string;
  readonly bytes: number;
  /** The system does not let us write it. */
  readonly readOnly: boolean;
}

/** What a save has written: everything a file has but its content. */
export type SavedFile = Omit<ProjectFile, 'content' | 'readOnly'>;

/** Reads and writes the text files of a project. No path leads out of its folder, by itself or by a link. */
export class ProjectFiles {
  readonly folder: ProjectFolder;
  readonly #queue = new KeyedQueue();
  readonly #writes = new OwnWrites();
  readonly #swept = new Set<string>();

  constructor(folder: ProjectFolder) {
    this.folder = folder;
  }

  /**
   * Throws `path_outside`, `file_not_found`, `project_not_found`, and `file_unsuitable` with a `reason` for what is no
   * text in UTF-8 of at most `MAX_FILE_BYTES`.
   */
  async readFile(path: string): Promise<ProjectFile> {
    const place = await this.folder.resolve(path);
    if (!place.exists) throw notFound(path);
    if (isBinaryName(place.path)) throw unsuitable(path, 'binary');
    const bytes = await readBytes(this.folder, place);
    const text = decodeText(bytes);
    if (typeof text === 'string') throw unsuitable(path, text);
    const readOnly = (await ifPossible(access(place.real, constants.W_OK).then(() => true))) === undefined;
    return { ...describe(place.path, text.content), ...text, version: versionOf(bytes), bytes: bytes.length, readOnly };
  }

  /**
   * Writes the whole file or nothing, through a link inside of the project to what it points to. Makes missing folders.
   * Saves of one file come one after the other. Content that is there already is no conflict.
   *
   * Throws `file_conflict` with the `version` that is there now (null: none), `storage_full`, `file_not_written`, and
   * what `readFile` throws of paths.
   */
  async writeFile(path: string, content: string, options: SaveOptions = {}): Promise<SavedFile> {
    const { real } = await this.folder.resolve(path);
    return this.#queue.run(real, () => this.#write(path, content, options));
  }

  /** The version of what we ourselves wrote to this real path, if it still is what is there. */
  ownVersion(real: string, look: FileLook): string | undefined {
    return this.#writes.versionAt(real, look);
  }

  async #write(path: string, content: string, options: SaveOptions): Promise<SavedFile> {
    // Once more: what was there when it had to wait may have been replaced.
    const place = await this.folder.resolve(path);
    if (isBinaryName(place.path)) throw unsuitable(path, 'binary');
    const prepare = (at: string) => this.#sweep(dirname(place.real), at);
    try {
      const { look, ...saved } = await saveFile(this.folder, { place, content, options, prepare });
      this.#writes.add(place.real, look, saved.version);
      return { ...describe(place.path, content), ...saved };
    } catch (error) {
      throw writeFailure(error, path);
    }
  }

  /** Until a folder is clean; `at` is the start of a path to it. */
  async #sweep(folder: string, at: string): Promise<void> {
    if (this.#swept.has(folder)) return;
    if (await removeLeftovers(at)) this.#swept.add(folder);
  }
}

function describe(path: string, content: string) {
  return { path, language: languageOf(path), lineCount: lineCountOf(content) };
}
