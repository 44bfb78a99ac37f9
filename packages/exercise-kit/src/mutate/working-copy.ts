import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesBelow, linksBelow } from '../content/files.js';
import { WORKING_FOLDER } from '../content/names.js';
import { KitError } from '../kit-error.js';
import type { Changes, ReadText } from '../mutants/apply.js';
import { type FinishedWork, readText } from '../mutants/finished.js';
import { writeChanges } from '../mutants/write-changes.js';

const IGNORE_FILE = '.gitignore';

/**
 * Where an author makes a mistake: a copy of the finished work beside the exercises, which git ignores.
 * A second copy preserves the original, in case the solution changes meanwhile.
 */
export class WorkingCopy {
  readonly #top: string;
  readonly #root: string;
  /** What the author edits. */
  readonly folder: string;
  readonly #before: string;

  constructor(exercises: string, id: string, name: string) {
    this.#top = join(exercises, WORKING_FOLDER);
    this.#root = join(this.#top, id, name);
    this.folder = join(this.#root, 'mutant');
    this.#before = join(this.#root, 'solution');
  }

  get exists(): boolean {
    return existsSync(this.folder);
  }

  /** Copies the finished work, and makes the changes to the copy that the author edits. */
  layOut(finished: FinishedWork, changes: Changes): void {
    rmSync(this.#root, { recursive: true, force: true });
    const made = join(this.#root, 'unfinished');
    mkdirSync(made, { recursive: true });
    writeFileSync(join(this.#top, IGNORE_FILE), '*\n');
    for (const file of finished.files) {
      for (const folder of [this.#before, made]) cpSync(finished.source(file) ?? '', join(folder, file));
    }
    writeChanges(made, changes);
    // If this is interrupted, there is no such folder, and the next run starts again.
    renameSync(made, this.folder);
  }

  /** The content of a file when this copy was made. */
  readonly readBefore: ReadText = (file) => {
    const path = join(this.#before, file);
    return existsSync(path) ? readText(path) : undefined;
  };

  /** What the author has changed. Throws KitError for a file that is not text, and for a symbolic link. */
  changes(): Changes {
    refuseLinks(linksBelow(this.#root, [basename(this.folder)]), this.#root);
    const files = new Set([...filesBelow(this.#before), ...filesBelow(this.folder)]);
    const changed = [...files].filter((file) => !isSame(join(this.#before, file), join(this.folder, file)));
    return new Map(changed.map((file) => [file, this.#textOf(file)]));
  }

  #textOf(file: string): string | undefined {
    const path = join(this.folder, file);
    if (!existsSync(path)) return undefined;
    const text = readText(path);
    if (text === undefined) throw new KitError(`${path} is not UTF-8 text, so no edit can make it. Restore it.`);
    return text;
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
    for (const folder of [dirname(this.#root), this.#top]) {
      if (readdirSync(folder).every((name) => name === IGNORE_FILE)) rmSync(folder, { recursive: true });
    }
  }
}

/** Throws KitError if there are symbolic links: what they lead to is not part of the work. */
export function refuseLinks(links: readonly string[], folder: string): void {
  const [first] = links;
  if (first === undefined) return;
  throw new KitError(`${join(folder, first)} is a symbolic link. Put the file itself there, or remove the link.`);
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
}
