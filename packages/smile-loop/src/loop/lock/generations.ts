import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, onDisk } from '../store/disk.js';
import type { Owner } from './owner.js';

const FORM = /^\d+$/;

/**
 * A folder of numbered files, of which the highest is the lock. A new one is linked into place with the next number as a
 * whole: of several takers, one succeeds, and none can remove what another has just taken. Numbers never go back, so
 * the last file stays.
 */
export class Generations {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  pathOf(generation: number): string {
    return join(this.folder, String(generation));
  }

  /** The highest number, or 0. */
  async highest(): Promise<number> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return Math.max(0, ...(await this.#all()));
  }

  /** Undefined when it is no longer there. */
  async read(generation: number): Promise<string | undefined> {
    try {
      return await readFile(this.pathOf(generation), 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Whether this number is now the owner's. */
  async take(generation: number, owner: Owner): Promise<boolean> {
    const draft = await this.#draft(owner);
    try {
      await link(draft, this.pathOf(generation));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
    if ((await this.highest()) === generation) return true;
    // A reader may have missed a file that was renamed while it read the folder: the higher one is the lock.
    await rm(this.pathOf(generation), { force: true });
    return false;
  }

  async replace(generation: number, owner: Owner): Promise<void> {
    await rename(await this.#draft(owner), this.pathOf(generation));
  }

  async removeBelow(generation: number): Promise<void> {
    const old = (await this.#all()).filter((number) => number < generation);
    await Promise.all(old.map((number) => rm(this.pathOf(number), { force: true })));
  }

  async #all(): Promise<number[]> {
    return (await readdir(this.folder)).filter((name) => FORM.test(name)).map(Number);
  }

  async #draft(owner: Owner): Promise<string> {
    const path = join(this.folder, `draft-${randomBytes(6).toString('hex')}`);
    await onDisk(path, async () => {
      await using file = await open(path, 'wx', 0o600);
      await file.writeFile(JSON.stringify(owner));
      await file.sync();
    });
    return path;
  }
}
