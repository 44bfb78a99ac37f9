import { WATCH_ROUTES, type WatchStreamRow } from '@agent-factory/protocol/watch';
import type { RestOutcome } from '../server/outcome.js';
import type { PracticeServer } from '../server/server.js';
import { followStream } from '../streams/follow-stream.js';
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
    const lost = await followStream({
      server: this.#server,
      signal,
      ask: (onAlive) => this.#ask(signal, onAlive),
      onDrop: () => this.#dispatch({ type: 'watch_lost' }),
    });
    if (lost === undefined) return;
    this.#running = undefined;
    this.#dispatch({ type: 'watch_ended', error: lost });
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
