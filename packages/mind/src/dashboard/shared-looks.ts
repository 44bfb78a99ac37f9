import type { ProjectId } from '@agent-factory/protocol/coach';
import { isWithin, NEW_MS } from './kept-answers.js';
import type { Outcome } from './outcome.js';

interface Look<T> {
  readonly signal: AbortSignal;
  readonly anew: boolean;
  readonly outcome: Promise<Outcome<T>>;
}

interface Wanted<T> {
  readonly projectId: ProjectId;
  /** Aborts once nobody waits for it. */
  readonly signal: AbortSignal;
  /** What was known before does not do. */
  readonly anew: boolean;
  look(): Promise<Outcome<T>>;
}

/**
 * One look at a time for each project, as it starts programs and asks models: whoever asks meanwhile is told what comes
 * of it, and who asks anew and anew is told within some seconds what was found last. A failure is never told again.
 */
export class SharedLooks<T> {
  readonly #now: () => number;
  readonly #looks = new Map<ProjectId, Look<T>>();
  /** When something was found anew, by `#now`, and what. */
  readonly #found = new Map<ProjectId, { readonly at: number; readonly outcome: Outcome<T> }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Rejects as the look does that is shared. */
  async look(wanted: Wanted<T>): Promise<Outcome<T>> {
    const { projectId, anew } = wanted;
    for (let others = this.#looks.get(projectId); others !== undefined; others = this.#looks.get(projectId)) {
      if (!others.signal.aborted && (others.anew || !anew)) return others.outcome;
      await Promise.allSettled([others.outcome]);
    }
    const found = this.#found.get(projectId);
    if (anew && found !== undefined && isWithin(NEW_MS, found.at, this.#now())) return found.outcome;
    return this.#begin(wanted);
  }

  async #begin({ projectId, signal, anew, look }: Wanted<T>): Promise<Outcome<T>> {
    const outcome = look().finally(() => this.#looks.delete(projectId));
    this.#looks.set(projectId, { signal, anew, outcome });
    const come = await outcome;
    // One project's at a time is enough: it is a page that is looked at.
    if (anew) this.#found.clear();
    if (anew && come.kind === 'found') this.#found.set(projectId, { at: this.#now(), outcome: come });
    return come;
  }
}
