import { PracticeError } from '@agent-factory/protocol';
import { MAX_FILE_BYTES, type Position, type TextChange } from '@agent-factory/protocol/coach';
import type { ProjectFile, ProjectFiles, SavedFile } from '../files/project-files.js';
import { projectPath } from '../files/project-path.js';
import { unsuitable } from '../files/refusals.js';
import type { SaveOptions } from '../files/saving/save-file.js';
import { isBinaryName } from '../files/text/binary.js';
import { withLineEnding } from '../files/text/text.js';
import { Breath } from '../tree/breath.js';
import { type Base, type BufferEntry, baseOf, isDirty, START } from './buffer-entry.js';
import { type ChangesFor, changed, outOfStep } from './changes.js';
import { difference } from './difference.js';
import { KeptBuffers } from './kept-buffers.js';
import { type Pieces, piecesOf, textOf } from './pieces.js';

/** A UTF-16 unit takes at most three bytes. */
const MAX_BYTES_PER_UNIT = 3;

/** What an editor has now. */
interface Now {
  readonly pieces: Pieces;
  readonly cursorPosition: Position;
  readonly base: Base | undefined;
  readonly sequence: number | undefined;
}

export interface BufferDiff {
  readonly path: string;
  readonly diff: string;
}

/** The texts of the editors, as far as they are typed. It outlives the files: nothing typed is lost with one. */
export class BufferCache {
  readonly #files: ProjectFiles;
  readonly #buffers = new KeptBuffers();

  constructor(files: ProjectFiles) {
    this.#files = files;
  }

  /**
   * Reads a file. Its text becomes the buffer, unless there is one that is not saved: that stays, made from what it was
   * made from, so that saving it notices what has changed since. Throws what `readFile` throws.
   */
  async open(path: string): Promise<ProjectFile> {
    const file = await this.#files.readFile(path);
    this.#take(file);
    return file;
  }

  /** Reads anew what has changed on the disk. A deleted file, or one that is no text any more, keeps its buffer. */
  async refresh(path: string): Promise<BufferEntry | null> {
    const plain = projectPath(path);
    if (this.#buffers.get(plain) === undefined) return null;
    const file = await this.#files.readFile(plain).catch((error: unknown) => {
      if (error instanceof PracticeError) return undefined;
      throw error;
    });
    if (file !== undefined && this.#buffers.get(plain) !== undefined) this.#take(file);
    return this.get(plain);
  }

  /** The current entry, or null if there is none. */
  get(path: string): BufferEntry | null {
    return this.#buffers.get(projectPath(path))?.entry ?? null;
  }

  /** The paths of all buffers; the one that was updated longest ago comes first. */
  paths(): string[] {
    return this.#buffers.paths();
  }

  /**
   * The whole text as it is now; the last update wins. Null for a file that is binary by its name: it has no buffer.
   *
   * Throws what `projectPath` throws, and `file_unsuitable` (`too_large`) for too long a text, or too many that are not
   * saved; then the buffer is as it was.
   */
  update(path: string, content: string, cursorPosition: Position, sequence?: number): BufferEntry | null {
    const plain = projectPath(path);
    if (isBinaryName(plain)) return null;
    const pieces = piecesOf(content);
    return this.#type(plain, { pieces, cursorPosition, sequence, base: this.#buffers.get(plain)?.base });
  }

  /** Only what has changed. Throws `buffer_out_of_step` if that is not for the text that is known, and as `update`. */
  applyChanges(
    path: string,
    changes: readonly TextChange[],
    made: ChangesFor & { readonly cursorPosition?: Position | undefined },
  ): BufferEntry {
    const plain = projectPath(path);
    const kept = this.#buffers.get(plain);
    const isNext = made.sequence === undefined || kept?.sequence === undefined || made.sequence === kept.sequence + 1;
    if (kept === undefined || !isNext) throw outOfStep(plain);
    const pieces = changed(plain, kept, changes, made);
    const cursorPosition = made.cursorPosition ?? kept.entry.cursorPosition;
    return this.#type(plain, { pieces, cursorPosition, sequence: made.sequence, base: kept.base });
  }

  /** Writes the file. The buffer is no longer dirty, unless more was typed meanwhile. Throws what `writeFile` throws. */
  async save(path: string, content: string, options: SaveOptions = {}): Promise<SavedFile> {
    const saved = await this.#files.writeFile(path, content, options);
    const kept = this.#buffers.get(saved.path);
    const base = baseOf({ ...saved, content: withLineEnding(content, saved.lineEnding) });
    const pieces = kept?.pieces ?? piecesOf(content);
    const cursorPosition = kept?.entry.cursorPosition ?? START;
    this.#set(saved.path, { pieces, cursorPosition, base, sequence: kept?.sequence });
    return saved;
  }

  /** Goes on with what another one has that is not saved. */
  takeUnsaved(other: BufferCache): void {
    for (const path of other.paths()) {
      const kept = other.#buffers.get(path);
      if (kept?.entry.dirty) this.#buffers.set(path, kept, false);
    }
  }

  close(path: string): void {
    this.#buffers.delete(projectPath(path));
  }

  /** What saving would change, as a unified difference. Empty if the buffer is clean or missing, or the file binary. */
  async diffOf(path: string): Promise<string> {
    const plain = projectPath(path);
    const kept = this.#buffers.get(plain);
    if (!kept?.entry.dirty || isBinaryName(plain)) return '';
    const { content, lineEnding } = await this.#savedText(plain);
    return difference(plain, content, withLineEnding(kept.entry.content, lineEnding));
  }

  /** Those of all buffers that are not saved. */
  async diffs(): Promise<BufferDiff[]> {
    const all: BufferDiff[] = [];
    const breath = new Breath();
    for (const path of this.paths()) {
      const diff = await this.diffOf(path);
      if (diff !== '') all.push({ path, diff });
      if (breath.isDue()) await breath.take();
    }
    return all;
  }

  #take(file: ProjectFile): void {
    const kept = this.#buffers.get(file.path);
    if (kept?.entry.dirty) return;
    const cursorPosition = kept?.entry.cursorPosition ?? START;
    const pieces = piecesOf(file.content);
    this.#set(file.path, { pieces, cursorPosition, base: baseOf(file), sequence: kept?.sequence });
  }

  #type(path: string, now: Now): BufferEntry {
    const content = textOf(now.pieces);
    const isLong = content.length * MAX_BYTES_PER_UNIT > MAX_FILE_BYTES;
    if (isLong && Buffer.byteLength(content) > MAX_FILE_BYTES) throw unsuitable(path, 'too_large');
    return this.#set(path, now, true);
  }

  #set(path: string, { pieces, cursorPosition, base, sequence }: Now, mustFit = false): BufferEntry {
    const content = textOf(pieces);
    const dirty = isDirty(content, base);
    const lastUpdated = new Date().toISOString();
    const entry: BufferEntry = { content, cursorPosition, dirty, lastUpdated, baseVersion: base?.version };
    this.#buffers.set(path, { entry, base, sequence, pieces }, mustFit);
    return entry;
  }

  /** A file that is gone, or is no text any more, counts as empty: all of the buffer is what saving would change. */
  async #savedText(path: string): Promise<Pick<ProjectFile, 'content'> & Partial<ProjectFile>> {
    try {
      return await this.#files.readFile(path);
    } catch (error) {
      const isNoText = error instanceof PracticeError && ['file_not_found', 'file_unsuitable'].includes(error.code);
      if (!isNoText) throw error;
      return { content: '' };
    }
  }
}
