import { WATCH_ROUTES, type WatchStreamRow } from '@agent-factory/protocol/watch';
import { isTemporary, type RestOutcome } from '../server/outcome.js';
import { pause } from '../server/pause.js';
import type { PracticeServer } from '../server/server.js';
import { reconnectStep } from '../terminal/reconnect.js';
import { readWatchRows } from './watch-rows.js';
import type { WatchAction } from './work-watch-state.js';

/** Follows the checks on save of one exercise, across restarts of the daemon, until it is stopped. */
export class WorkWatch {
  readonly #exerciseId: string;
  readonly #server: PracticeServer;
  readonly #dispatch: (action: WatchAction) => void;
  #running: AbortController | undefined;

  constructor(exerciseId: string, server: PracticeServer, dispatch: (action: WatchAction) => void) {
    this.#exerciseId = exerciseId;
    this.#server = server;
    this.#dispatch = dispatch;
  }

  start(): void {
    if (this.#running !== undefined) return;
    this.#running = new AbortController();
    this.#dispatch({ type: 'watch_began' });
    void this.#follow(this.#running.signal);
  }

  /** Stops the watch, and clears the reason if it had stopped by itself. */
  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#dispatch({ type: 'watch_ended' });
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const outcome = await this.#ask(signal, () => {
        failures = 0;
      });
      if (signal.aborted || outcome.ok) return;
      const step = reconnectStep(failures);
      if (step.kind === 'give_up' || !isTemporary(outcome.error)) {
        this.#running = undefined;
        return this.#dispatch({ type: 'watch_ended', error: outcome.error });
      }
      this.#dispatch({ type: 'watch_lost' });
      await pause(step.delayMs, signal);
      if (!signal.aborted) await this.#server.connect();
    }
  }

  /** Resolves when the stream is over. */
  #ask(signal: AbortSignal, onAnswer: () => void): Promise<RestOutcome<never>> {
    const take = (row: WatchStreamRow) => {
      if (signal.aborted) return;
      onAnswer();
      this.#dispatch({ type: 'watch_row', row });
    };
    const request = { route: WATCH_ROUTES.watch, body: { exerciseId: this.#exerciseId }, signal };
    return this.#server.ask(async (rest) => {
      const response = await rest.stream(request);
      return response.ok ? readWatchRows(response.value, take) : response;
    });
  }
}
