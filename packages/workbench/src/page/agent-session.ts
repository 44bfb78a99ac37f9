import { type ClientError, type Renewal, TerminalConnection } from '@agent-factory/practice-panel';
import type { Notice } from '@agent-factory/protocol';
import type { Workbench } from '../client/workbench.js';
import { problemOf, type StartProblem } from './start-problem.js';

/** What is known of the agent's terminal. A `waiting` one begins by itself once what is missing is there. */
export type AgentState =
  | { readonly status: 'starting' }
  | { readonly status: 'running'; readonly terminal: TerminalConnection; readonly notices: readonly Notice[] }
  | { readonly status: 'waiting' | 'failed'; readonly problem: StartProblem };

/** Milliseconds between two questions whether what is missing is there: soon enough to look as if it happened by itself. */
const ASK_AGAIN_MS = 3000;

/** Failures after which the very same question may succeed. */
const TEMPORARY = ['unreachable', 'shutting_down', 'session_failed', 'storage_unavailable', 'internal'];

/** Starts the agent of a project, waits for what is missing, and starts it again when the student wants that. */
export class AgentSession {
  readonly #rest: Workbench['rest'];
  readonly #listeners = new Set<() => void>();
  #state: AgentState = { status: 'starting' };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #generation = 0;

  constructor(rest: Workbench['rest']) {
    this.#rest = rest;
  }

  readonly getSnapshot = (): AgentState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start(): void {
    this.#become({ status: 'starting' });
    void this.#ask();
  }

  /** Stops waiting. Idempotent; the session itself goes on. */
  dispose(): void {
    this.#generation += 1;
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    this.#generation += 1;
    const mine = this.#generation;
    const outcome = await this.#rest.start();
    if (mine !== this.#generation) return;
    if (!outcome.ok) this.#handleProblem(outcome.error);
    else {
      const { wsUrl: url, agent, notices } = outcome.value;
      const terminal = new TerminalConnection({ url, agent, claims: true, renew: () => this.#renew() });
      this.#become({ status: 'running', terminal, notices });
    }
  }

  #handleProblem(error: ClientError): void {
    const problem = problemOf(error);
    this.#become({ status: problem.waits ? 'waiting' : 'failed', problem });
    if (problem.waits) this.#timer = setTimeout(() => void this.#ask(), ASK_AGAIN_MS);
  }

  async #renew(): Promise<Renewal> {
    const outcome = await this.#rest.start();
    if (outcome.ok) return { ok: true, url: outcome.value.wsUrl, agent: outcome.value.agent };
    const { error, message } = outcome.error;
    return {
      ok: false,
      retry: TEMPORARY.includes(error),
      message: error === 'unauthorized' ? problemOf(outcome.error).text : message,
    };
  }

  #become(state: AgentState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
