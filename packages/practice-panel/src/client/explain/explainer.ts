import { MIND_ROUTES } from '@agent-factory/protocol/mind';
import { textFact } from '../server/facts.js';
import type { ClientError } from '../server/outcome.js';
import type { PracticeServer } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { type ExplainProblem, type ExplainState, problemOf, refused } from './explain-state.js';
import { type Marked, questionOf } from './marked.js';

const NONE: ExplainState = { status: 'none' };

/**
 * Has explained what the student marks, one thing at a time: a new question takes the place of the one before. Nothing is
 * sent but by `explain` and `retry`.
 */
export class Explainer {
  readonly #projectId: string;
  readonly #server: PracticeServer;
  readonly #store = createStore((_: ExplainState, next: ExplainState) => next, NONE);
  #waiting: AbortController | undefined;

  constructor(projectId: string, server: PracticeServer) {
    this.#projectId = projectId;
    this.#server = server;
  }

  getSnapshot = (): ExplainState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  async explain(marked: Marked): Promise<void> {
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    const { signal } = waiting;
    const tell = (state: ExplainState) => !signal.aborted && this.#store.dispatch(state);
    const body = questionOf(this.#projectId, marked);
    if (typeof body === 'string') {
      tell({ status: 'failed', marked, problem: refused(body) });
      return;
    }
    tell({ status: 'asked', marked });
    const outcome = await this.#server.ask((rest) => rest.call({ route: MIND_ROUTES.explain, body, signal }));
    if (outcome.ok) tell({ status: 'answered', marked, answer: outcome.value });
    else tell({ status: 'failed', marked, problem: await this.#problemOf(outcome.error, signal) });
  }

  /** Asks the same again. */
  async retry(): Promise<void> {
    const state = this.getSnapshot();
    if (state.status === 'failed') await this.explain(state.marked);
  }

  /** Puts the explanation away, or no longer waits for it. */
  dismiss(): void {
    this.#waiting?.abort();
    this.#store.dispatch(NONE);
  }

  /** Says also what the coach would do, where that is for the student to decide. */
  async #problemOf(error: ClientError, signal: AbortSignal): Promise<ExplainProblem> {
    const problem = problemOf(error, textFact(error, 'reason'));
    if (!problem.isSetting || signal.aborted) return problem;
    const { method, path, response } = MIND_ROUTES.settings;
    const route = { method, response, path: `${path}?project=${this.#projectId}` };
    const status = await this.#server.ask((rest) => rest.call({ route, signal }));
    return status.ok ? { ...problem, wouldDo: status.value.parts.explain.explanation } : problem;
  }
}
