import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Exercise } from '@agent-factory/exercise-runtime';
import { type ExerciseId, PracticeError, type RegistryEntry } from '@agent-factory/protocol';
import { isFolderId } from '@agent-factory/protocol/coach';
import type { Logger } from '../system/log.js';
import { type CachedExercise, ExerciseCache } from './exercise-cache.js';
import { type LoadedRegistry, RegistryReader } from './registry.js';
import { readSolution, type SolutionFile } from './solution.js';
import { type ContentSource, openSource } from './source.js';

/** What there is to practise: the registry and the exercises of one lesson site. */
export class Catalog {
  readonly #source: ContentSource;
  readonly #registry: RegistryReader;
  readonly #exercises: ExerciseCache;

  /** Each site has its own cache, so that one never answers for another. */
  constructor(content: string, cacheDirectory: string, log?: Logger, looksOnly = false) {
    const source = openSource(content);
    this.#source = source;
    const name = createHash('sha256').update(source.address).digest('hex').slice(0, 12);
    const directory = join(cacheDirectory, name);
    this.#registry = new RegistryReader(source, join(directory, 'registry.json'), log, looksOnly);
    this.#exercises = new ExerciseCache(source, join(directory, 'exercises'));
  }

  registry(): Promise<LoadedRegistry> {
    return this.#registry.load();
  }

  /** The exercise as the site has it now. Throws `exercise_not_found`, `exercise_unavailable` or errors of content. */
  async fetch(id: ExerciseId): Promise<CachedExercise> {
    const { unavailable } = await this.requireListed(id);
    if (unavailable !== undefined) throw broken(id, unavailable);
    return this.#exercises.fetch(id);
  }

  /**
   * Throws `exercise_not_found` unless the registry lists the exercise, and `not_an_exercise` for the id of a folder,
   * whatever a registry says.
   */
  async requireListed(id: ExerciseId): Promise<RegistryEntry> {
    if (isFolderId(id)) throw new PracticeError('not_an_exercise', NOT_AN_EXERCISE);
    const { registry } = await this.registry();
    const entry = registry.exercises.find((listed) => listed.id === id);
    if (entry !== undefined) return entry;
    throw new PracticeError('exercise_not_found', `Exercise '${id}' is not in the registry of this lesson site.`);
  }

  /**
   * The copy on this disk that a started exercise was made from. If the content is a folder, in which an author
   * works, the exercise is always read as it is now, and the errors of content are thrown.
   */
  async cached(id: ExerciseId): Promise<Exercise | undefined> {
    if (isFolderId(id)) return undefined;
    return this.#source.live ? (await this.fetch(id)).exercise : this.#exercises.cached(id);
  }

  /** Files below `solution/`, as the site has them now. They are never stored. */
  readSolution(id: ExerciseId, paths: readonly string[]): Promise<SolutionFile[]> {
    return readSolution(this.#source, id, paths);
  }
}

const NOT_AN_EXERCISE = 'This is a folder of your own: it has no checks, no hints and no reset.';

function broken(id: ExerciseId, reason: string): PracticeError {
  const message = `Exercise '${id}' cannot be started until its author fixes it: ${reason}`;
  return new PracticeError('exercise_unavailable', message, { reason });
}
