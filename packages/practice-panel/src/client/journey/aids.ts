import { HINT_ROUTES } from '@agent-factory/protocol/hints';
import type { PracticeServer } from '../server/server.js';
import type { HintAction } from './hints.js';
import { type SolutionState, solutionAfter } from './solution.js';
import { WorkWatch } from './work-watch.js';
import type { WatchAction } from './work-watch-state.js';

export type AidAction =
  | HintAction
  | WatchAction
  | { readonly type: 'solution_changed'; readonly solution: SolutionState };

/** What helps a student with an exercise: hints, checks on save and, last, the solution. */
export class Aids {
  /** Checks on save. */
  readonly watch: WorkWatch;
  readonly #exerciseId: string;
  readonly #server: PracticeServer;
  readonly #dispatch: (action: AidAction) => void;

  constructor(exerciseId: string, server: PracticeServer, dispatch: (action: AidAction) => void) {
    this.watch = new WorkWatch(exerciseId, server, dispatch);
    this.#exerciseId = exerciseId;
    this.#server = server;
    this.#dispatch = dispatch;
  }

  /** Shows the next rung of a criterion's ladder. */
  async revealHint(criterion: string): Promise<void> {
    this.#dispatch({ type: 'hint_asked', criterion });
    const outcome = await this.#server.ask((rest) =>
      rest.call({ route: HINT_ROUTES.hint, body: { exerciseId: this.#exerciseId, criterion } }),
    );
    this.#dispatch(
      outcome.ok
        ? { type: 'hint_shown', hint: outcome.value }
        : { type: 'hint_refused', criterion, error: outcome.error },
    );
  }

  /** Shows the solution if the exercise is completed or the student has `confirmed`. */
  async showSolution(confirmed = false): Promise<void> {
    this.#dispatch({ type: 'solution_changed', solution: { status: 'asking' } });
    const outcome = await this.#server.ask((rest) =>
      rest.call({ route: HINT_ROUTES.solution, body: { exerciseId: this.#exerciseId, confirmed } }),
    );
    this.#dispatch({ type: 'solution_changed', solution: solutionAfter(outcome) });
  }

  hideSolution(): void {
    this.#dispatch({ type: 'solution_changed', solution: { status: 'none' } });
  }
}
