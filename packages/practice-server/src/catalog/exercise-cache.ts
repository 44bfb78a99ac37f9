import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Exercise, isInside, loadExercise, writeFailure } from '@agent-factory/exercise-runtime';
import { decodeJson, type ExerciseId, PracticeError } from '@agent-factory/protocol';
import * as z from 'zod';
import { writeFileAtomic } from '../system/files/atomic-file.js';
import { readOwnFile } from '../system/files/bounded-file.js';
import { changedIn, type Hashes, hashOf } from './copy.js';
import { fetchConfig, fetchExercise } from './download.js';
import { type ContentSource, invalid } from './source.js';

/** Which copy of an exercise is the current one, and the hashes of its files when they were fetched. */
const currentSchema = z.object({
  folder: z
    .string()
    .max(100)
    .regex(/^\d+\.\d+\.\d+-[0-9a-f]+$/),
  configHash: z.string().max(100),
  hashes: z.array(z.tuple([z.string().max(300), z.string().max(100)])).max(1000),
});
type Current = z.infer<typeof currentSchema>;

/** A copy lists a few hundred files at most. */
const MAX_CURRENT_BYTES = 512 * 1024;
const UNIQUE_BYTES = 8;
/** An unfinished copy older than this was left by a program that is gone; a newer one may still be in the making. */
const STALE_STAGING_MS = 60 * 60_000;
/** A check may still run from a copy that was replaced: ten times as long as the longest of them. */
const REPLACED_KEPT_MS = 10 * 60_000;

export interface CachedExercise {
  readonly exercise: Exercise;
  /** False when the site could not be reached and this is the copy from an earlier visit. */
  readonly fresh: boolean;
}

/** A copy that can be used; one that has changed since it was fetched, with the file that shows it; or none. */
type Copy = { kind: 'good'; exercise: Exercise } | { kind: 'changed'; file: string } | { kind: 'none' };

/**
 * Copies of exercises on this disk, one folder for each version. A copy is complete or not there: it is
 * built beside its place and then renamed. Checks run from here, where no student's agent works; a copy
 * that was edited all the same is never used.
 */
export class ExerciseCache {
  readonly #source: ContentSource;
  readonly #directory: string;
  /** By exercise: whoever asks while it is being fetched gets the same promise. */
  readonly #updates = new Map<ExerciseId, Promise<Exercise>>();
  /** What was loaded last of each exercise, and which files that was. */
  readonly #loaded = new Map<ExerciseId, { readonly files: string; readonly exercise: Exercise }>();

  constructor(source: ContentSource, directory: string) {
    this.#source = source;
    this.#directory = directory;
  }

  /** The exercise as the site has it now; the cached copy when the site cannot be reached. */
  async fetch(id: ExerciseId): Promise<CachedExercise> {
    try {
      return { exercise: await this.#updateOnce(id), fresh: true };
    } catch (error) {
      if (!(error instanceof PracticeError) || error.code !== 'content_unreachable') throw error;
      const copy = await this.#readCopy(id);
      if (copy.kind === 'good') return { exercise: copy.exercise, fresh: false };
      throw copy.kind === 'changed' ? changedCopy(id, copy.file, error) : error;
    }
  }

  /** The latest copy, unless it was edited; without asking the site. */
  async cached(id: ExerciseId): Promise<Exercise | undefined> {
    const copy = await this.#readCopy(id);
    return copy.kind === 'good' ? copy.exercise : undefined;
  }

  #updateOnce(id: ExerciseId): Promise<Exercise> {
    const running = this.#updates.get(id);
    if (running !== undefined) return running;
    const update = this.#update(id).finally(() => this.#updates.delete(id));
    this.#updates.set(id, update);
    return update;
  }

  async #update(id: ExerciseId): Promise<Exercise> {
    const configText = await fetchConfig(this.#source, id);
    const current = await this.#readCurrent(id);
    if (!this.#source.live && current?.configHash === hashOf(configText)) {
      const cached = await this.cached(id);
      if (cached !== undefined) return cached;
    }
    const { config, files } = await fetchExercise(this.#source, id, configText);
    const hashes = new Map([...files].map(([path, content]) => [path, hashOf(content)]));
    const same = await this.#currentWith(id, current, hashes);
    if (same !== undefined) return same;
    // A new name each time, so that whoever uses another copy does not see it change.
    const folder = `${config.version}-${randomBytes(UNIQUE_BYTES).toString('hex')}`;
    await this.#store(id, files, { folder, configHash: hashes.get('config.json') ?? '', hashes: [...hashes] });
    if (current !== undefined) await markAsReplaced(this.#folder(id, current.folder));
    await this.#removeEarlier(id, folder);
    return loadExercise(this.#folder(id, folder), id);
  }

  /** The current copy if it has exactly these files. */
  async #currentWith(id: ExerciseId, current: Current | undefined, hashes: Hashes): Promise<Exercise | undefined> {
    if (current === undefined || !isSame(hashes, current.hashes)) return undefined;
    return (await changedIn(this.#folder(id, current.folder), hashes)) === undefined
      ? this.#load(id, current)
      : undefined;
  }

  async #readCopy(id: ExerciseId): Promise<Copy> {
    const current = await this.#readCurrent(id);
    if (current === undefined) return { kind: 'none' };
    const folder = this.#folder(id, current.folder);
    const file = await changedIn(folder, new Map(current.hashes));
    if (file !== undefined) return { kind: 'changed', file: join(folder, file) };
    const exercise = await this.#load(id, current);
    return exercise === undefined ? { kind: 'none' } : { kind: 'good', exercise };
  }

  /** Of a copy whose files are all as `current` has them: what was once loaded of the same files is still true. */
  async #load(id: ExerciseId, current: Current): Promise<Exercise | undefined> {
    const files = JSON.stringify(current);
    const last = this.#loaded.get(id);
    if (last?.files === files) return last.exercise;
    const exercise = await loadCopy(this.#folder(id, current.folder), id);
    if (exercise !== undefined) this.#loaded.set(id, { files, exercise });
    return exercise;
  }

  async #store(id: ExerciseId, files: ReadonlyMap<string, Buffer>, current: Current): Promise<void> {
    const target = this.#folder(id, current.folder);
    const staging = this.#folder(id, `.staging-${current.folder}`);
    try {
      for (const [path, content] of files) {
        const file = join(staging, path);
        // The schema of a config refuses such a path, too. Two locks, as it is a site that writes here.
        if (!isInside(file, staging)) throw invalid(path, 'it leads out of the exercise');
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
      // A broken exercise never takes the place of a good copy.
      await loadExercise(staging, id);
      await rename(staging, target);
      await writeFileAtomic(this.#currentPath(id), JSON.stringify(current));
    } catch (error) {
      // What stopped the copy may stop this too; a later copy removes what is left.
      await rm(staging, { recursive: true, force: true }).catch(() => undefined);
      throw writeFailure(error, target);
    }
  }

  /** Earlier copies are of no use, once nothing runs from them any more. */
  async #removeEarlier(id: ExerciseId, keep: string): Promise<void> {
    for (const entry of await readdir(join(this.#directory, id), { withFileTypes: true })) {
      const path = this.#folder(id, entry.name);
      if (!entry.isDirectory() || entry.name === keep || (await isNeeded(path, entry.name))) continue;
      await rm(path, { recursive: true, force: true });
    }
  }

  async #readCurrent(id: ExerciseId): Promise<Current | undefined> {
    const text = await readOwnFile(this.#currentPath(id), MAX_CURRENT_BYTES);
    const outcome = text === undefined ? undefined : decodeJson(currentSchema, text);
    return outcome?.ok === true ? outcome.value : undefined;
  }

  #currentPath(id: ExerciseId): string {
    return join(this.#directory, id, 'current.json');
  }

  #folder(id: ExerciseId, folder: string): string {
    return join(this.#directory, id, folder);
  }
}

/** Undefined if the folder holds no valid exercise. */
function loadCopy(folder: string, id: ExerciseId): Promise<Exercise | undefined> {
  return loadExercise(folder, id).catch(() => undefined);
}

function isSame(hashes: Hashes, recorded: Current['hashes']): boolean {
  return hashes.size === recorded.length && recorded.every(([path, hash]) => hashes.get(path) === hash);
}

/** By the time of the folder itself. Does nothing where the copy is gone. */
async function markAsReplaced(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now).catch(() => undefined);
}

/** Whether somebody may be making a copy in this folder, or running a check from it. */
async function isNeeded(path: string, name: string): Promise<boolean> {
  const keptMs = name.startsWith('.staging-') ? STALE_STAGING_MS : REPLACED_KEPT_MS;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < keptMs;
}

/** Nothing that somebody has edited may judge the work; the site still has the exercise as it was. */
function changedCopy(id: ExerciseId, file: string, why: PracticeError): PracticeError {
  const message = `The copy of exercise '${id}' on this machine has changed since it was fetched (${file}), and the exercise cannot be fetched again. ${why.message}`;
  return new PracticeError('content_unreachable', message, { ...why.facts, file }, { cause: why });
}
