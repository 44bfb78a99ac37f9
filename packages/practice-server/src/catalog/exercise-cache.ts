import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  decodeExerciseConfig,
  type Exercise,
  exerciseFiles,
  loadExercise,
  OTHER_INSTRUCTIONS_FILES,
  writeFailure,
} from '@agent-factory/exercise-runtime';
import { decodeJson, type ExerciseConfig, type ExerciseId, PracticeError } from '@agent-factory/protocol';
import { z } from 'zod';
import { writeFileAtomic } from '../system/atomic-file.js';
import { type ContentSource, invalid } from './source.js';

/** Which copy of an exercise is the current one, and the config it came with. */
const currentSchema = z.object({ folder: z.string().regex(/^[0-9a-z.-]+$/), configHash: z.string() });

const HASH_LENGTH = 16;
const PARALLEL_FETCHES = 8;

export interface CachedExercise {
  readonly exercise: Exercise;
  /** False when the site could not be reached and this is the copy of an earlier visit. */
  readonly fresh: boolean;
}

/**
 * Copies of exercises on this disk, one folder a version. A copy is complete or not there: it is
 * made beside its place and renamed. Checks run from here, where no student's agent works.
 */
export class ExerciseCache {
  readonly #source: ContentSource;
  readonly #directory: string;

  constructor(source: ContentSource, directory: string) {
    this.#source = source;
    this.#directory = directory;
  }

  /** The exercise as the site has it now; the cached copy when the site is away. */
  async fetch(id: ExerciseId): Promise<CachedExercise> {
    try {
      return { exercise: await this.#update(id), fresh: true };
    } catch (error) {
      const away = error instanceof PracticeError && error.code === 'content_unreachable';
      const cached = away ? await this.cached(id) : undefined;
      if (cached === undefined) throw error;
      return { exercise: cached, fresh: false };
    }
  }

  /** The copy made last, without asking the site. */
  async cached(id: ExerciseId): Promise<Exercise | undefined> {
    const current = await this.#readCurrent(id);
    if (current === undefined) return undefined;
    return loadExercise(this.#folder(id, current.folder), id).catch(() => undefined);
  }

  async #update(id: ExerciseId): Promise<Exercise> {
    const configText = await this.#require(id, 'config.json');
    const configHash = hash([configText]);
    if (!this.#source.live && (await this.#readCurrent(id))?.configHash === configHash) {
      const cached = await this.cached(id);
      if (cached !== undefined) return cached;
    }
    const config = parseConfig(id, configText.toString());
    const files = new Map([['config.json', configText], ...(await this.#download(id, config))]);
    const folder = `${config.version}-${hash([...files.entries()].flat())}`;
    await this.#store(id, folder, files);
    await writeFileAtomic(this.#currentPath(id), JSON.stringify({ folder, configHash }));
    await this.#removeOthers(id, folder);
    return loadExercise(this.#folder(id, folder), id);
  }

  async #download(id: ExerciseId, config: ExerciseConfig): Promise<Array<[string, Buffer]>> {
    const paths = exerciseFiles(config);
    const files: Array<[string, Buffer]> = [];
    for (let start = 0; start < paths.length; start += PARALLEL_FETCHES) {
      const some = paths.slice(start, start + PARALLEL_FETCHES);
      files.push(
        ...(await Promise.all(
          some.map(async (path): Promise<[string, Buffer]> => [path, await this.#require(id, path)]),
        )),
      );
    }
    const others = await Promise.all(
      OTHER_INSTRUCTIONS_FILES.map(async (path) => ({ path, content: await this.#readOptional(id, path) })),
    );
    for (const { path, content } of others) if (content !== undefined) files.push([path, content]);
    return files;
  }

  /** A site may answer an unknown address with a web page, which is as good as nothing here. */
  async #readOptional(id: ExerciseId, path: string): Promise<Buffer | undefined> {
    try {
      return await this.#source.read(`${id}/${path}`);
    } catch (error) {
      if (error instanceof PracticeError && error.code === 'content_invalid') return undefined;
      throw error;
    }
  }

  async #require(id: ExerciseId, path: string): Promise<Buffer> {
    const content = await this.#source.read(`${id}/${path}`);
    if (content === undefined) throw invalid(`${id}/${path}`, 'the file is missing');
    return content;
  }

  async #store(id: ExerciseId, folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
    const target = this.#folder(id, folder);
    if ((await stat(target).catch(() => undefined)) !== undefined) return;
    const staging = join(this.#directory, id, `.staging-${randomBytes(6).toString('hex')}`);
    try {
      for (const [path, content] of files) {
        const file = join(staging, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
      // A broken exercise never takes the place of a good copy.
      await loadExercise(staging, id);
      await rename(staging, target);
    } catch (error) {
      await rm(staging, { recursive: true, force: true });
      throw writeFailure(error, target);
    }
  }

  /** Earlier copies are of no use: checks and updates work with the current one. */
  async #removeOthers(id: ExerciseId, keep: string): Promise<void> {
    for (const entry of await readdir(join(this.#directory, id), { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== keep)
        await rm(this.#folder(id, entry.name), { recursive: true, force: true });
    }
  }

  async #readCurrent(id: ExerciseId): Promise<z.infer<typeof currentSchema> | undefined> {
    const text = await readFile(this.#currentPath(id), 'utf8').catch(() => undefined);
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

function parseConfig(id: ExerciseId, text: string): ExerciseConfig {
  const outcome = decodeExerciseConfig(text, id);
  if (outcome.ok) return outcome.value;
  throw invalid(`${id}/config.json`, outcome.issues.join('; '), { issues: outcome.issues });
}

function hash(parts: ReadonlyArray<string | Buffer>): string {
  const sha = createHash('sha256');
  for (const part of parts) sha.update(String(part.length)).update(part);
  return sha.digest('hex').slice(0, HASH_LENGTH);
}
