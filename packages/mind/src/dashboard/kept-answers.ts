import { createHash } from 'node:crypto';
import type { ProjectId } from '@agent-factory/protocol/coach';

/**
 * How long a new answer stays new, in milliseconds: whoever presses a button twice has pressed it once. GitHub and models
 * say the same within it.
 */
export const NEW_MS = 3000;
/** Projects whose answers are kept: more are hardly looked at within the time that an answer is good for. */
const MAX_PROJECTS = 50;

interface Kept<T> {
  readonly question: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly answer: T;
}

interface Question<T> {
  readonly projectId: ProjectId;
  /** All that the model is given. */
  readonly asked: string;
  /** The answer has to be a new one. */
  readonly anew?: boolean | undefined;
  ask(): Promise<T>;
}

/**
 * The last answer of a model for each project. A page asks anew whenever it is opened, or shows another period: the same
 * question is not paid for again within some minutes.
 */
export class KeptAnswers<T> {
  readonly #keptMs: number;
  readonly #now: () => number;
  readonly #kept = new Map<ProjectId, Kept<T>>();

  constructor(keptMs: number, now: () => number) {
    this.#keptMs = keptMs;
    this.#now = now;
  }

  /** Throws what asking throws; then there is nothing to keep. Of one project, one after the other. */
  async answer({ projectId, asked, anew = false, ask }: Question<T>): Promise<T> {
    const question = nameOf(asked);
    const kept = this.#kept.get(projectId);
    const goodMs = anew ? Math.min(NEW_MS, this.#keptMs) : this.#keptMs;
    if (kept?.question === question && isWithin(goodMs, kept.at, this.#now())) return kept.answer;
    const answer = await ask();
    this.#keep(projectId, { question, at: this.#now(), answer });
    return answer;
  }

  #keep(projectId: ProjectId, kept: Kept<T>): void {
    this.#kept.delete(projectId);
    this.#kept.set(projectId, kept);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MAX_PROJECTS) this.#kept.delete(oldest);
  }
}

/** What a clock that was ahead has kept is not. All in milliseconds. */
export function isWithin(ms: number, at: number, now: number): boolean {
  return now >= at && now - at < ms;
}

/** A question can be some hundred kilobytes long. */
function nameOf(asked: string): string {
  return createHash('sha256').update(asked).digest('hex');
}
