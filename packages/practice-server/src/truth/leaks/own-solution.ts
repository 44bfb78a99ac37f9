import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Exercise, ifThere, type OwnLines, ownLinesOf } from '@agent-factory/exercise-runtime';
import type { ExerciseId } from '@agent-factory/protocol';
import type { SessionAccess } from '../../sessions/session-access.js';

/** Exercises whose lines are kept in memory: a student is at one or two. */
const MAX_KEPT = 8;
/** Milliseconds until a lesson site is asked again that did not answer. */
const AGAIN_MS = 60_000;

interface Kept {
  readonly version: string;
  readonly lines: Promise<OwnLines>;
}

/**
 * The lines that only the solution of an exercise has, in memory and nowhere else: a disk could be read by an agent.
 * They come from the lesson site; where that is out of reach, they are not known.
 */
export class OwnSolution {
  readonly #host: Pick<SessionAccess, 'catalog' | 'log'>;
  readonly #kept = new Map<ExerciseId, Kept>();
  readonly #failedAt = new Map<ExerciseId, number>();

  constructor(host: Pick<SessionAccess, 'catalog' | 'log'>) {
    this.#host = host;
  }

  /** Empty where there is no solution, or where it is not known. Never rejects. */
  async linesOf(exerciseId: ExerciseId): Promise<OwnLines> {
    const failedAt = this.#failedAt.get(exerciseId);
    if (failedAt !== undefined && performance.now() - failedAt < AGAIN_MS) return [];
    try {
      const exercise = await this.#host.catalog.cached(exerciseId);
      if (exercise === undefined || exercise.config.solutionFiles.length === 0) return [];
      return await this.#keep(exercise).lines;
    } catch (error) {
      this.#kept.delete(exerciseId);
      this.#failedAt.set(exerciseId, performance.now());
      this.#host.log.warn(
        { err: error, exerciseId },
        'The solution is not known, so nobody looks whether a tutor tells it',
      );
      return [];
    }
  }

  #keep({ dir, config }: Exercise): Kept {
    const known = this.#kept.get(config.id);
    this.#kept.delete(config.id);
    const kept =
      known?.version === config.version ? known : { version: config.version, lines: this.#read(dir, config) };
    this.#kept.set(config.id, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  async #read(dir: string, { id, solutionFiles, workspace, criteria, description }: Exercise['config']) {
    const solution = await this.#host.catalog.readSolution(id, solutionFiles);
    const starter = await Promise.all(
      workspace.starterFiles.map((path) => ifThere(readFile(join(dir, 'starter', path), 'utf8'))),
    );
    const hints = criteria.flatMap(({ title, hints = [] }) => [title, ...hints]);
    return ownLinesOf(solution, [...starter.filter((text) => text !== undefined), ...hints, description]);
  }
}
