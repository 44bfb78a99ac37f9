import type { Exercise } from '@agent-factory/exercise-runtime';
import type { ExerciseId, ExerciseOutline } from '@agent-factory/protocol';
import type { HintResponse, SolutionResponse } from '@agent-factory/protocol/hints';
import type { Foundation } from '../foundation.js';
import { revealedRungs } from '../store/records/progress.js';
import { KeyedQueue } from '../system/keyed-queue.js';
import { laddersOf, revealHint } from './reveal.js';
import { showSolution } from './solution.js';

/** What helps a student who is stuck: hints, rung by rung, then the solution. It waits for no check or session. */
export class Hints {
  readonly #foundation: Foundation;
  readonly #queue = new KeyedQueue();

  constructor(foundation: Foundation) {
    this.#foundation = foundation;
  }

  /** One after the other: the second of two simultaneous clicks has to wait for the ladder like any other. */
  reveal(exerciseId: ExerciseId, criterion: string): Promise<HintResponse> {
    return this.#queue.run(exerciseId, () => revealHint(this.#foundation, exerciseId, criterion));
  }

  showSolution(exerciseId: ExerciseId, confirmed: boolean): Promise<SolutionResponse> {
    return this.#queue.run(exerciseId, () => showSolution(this.#foundation, exerciseId, confirmed));
  }

  /** How long each ladder is, and which of its hints were shown. */
  async outlineOf(exerciseId: ExerciseId, { config }: Exercise): Promise<Partial<ExerciseOutline>> {
    const ladders = [...laddersOf(config)];
    const rungs = await revealedRungs(this.#foundation.store, exerciseId);
    const shown = ladders.map(
      ([criterion, ladder]) => [criterion, ladder.slice(0, rungs.get(criterion) ?? 0)] as const,
    );
    return {
      hints: Object.fromEntries(ladders.map(([criterion, ladder]) => [criterion, ladder.length])),
      revealed: Object.fromEntries(shown.filter(([, hints]) => hints.length > 0)),
      hasSolution: config.solutionFiles.length > 0,
    };
  }

  /** Settles when everything asked for so far is recorded. */
  close(): Promise<void> {
    return this.#queue.idle();
  }
}
