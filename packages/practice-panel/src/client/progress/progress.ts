import type { ExercisesResponse } from '@agent-factory/protocol';
import { PROGRESS_ROUTES, type ProgressDocument } from '@agent-factory/protocol/progress';
import { coalesced } from '../events/coalesced.js';
import { eventsOf } from '../events/events-of.js';
import { nextNeed, type SetupNeed } from '../journey/setup.js';
import type { ClientError, RestOutcome } from '../server/outcome.js';
import { LIST_TIMEOUT_MS, type Rest } from '../server/rest.js';
import type { PracticeServer, ServerConnection } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { readProgressFile } from './progress-file.js';

/** Events of so many milliseconds are one change: a check has many. */
const BURST_MS = 500;

export interface Loaded {
  readonly document: ProgressDocument;
  readonly exercises: ExercisesResponse['exercises'];
  /** `cache`: the lesson site did not answer the daemon. `none`: and the daemon has no copy of its list either. */
  readonly source: ExercisesResponse['source'] | 'none';
}

/** What the Progress page knows. */
export type ProgressState = {
  /** The outcome of the last import, export or reset, in words. */
  readonly said?: { readonly text: string; readonly tone: 'success' | 'danger' } | undefined;
} & (
  | { readonly status: 'looking' | 'asking_first' }
  | { readonly status: 'missing'; readonly need: SetupNeed }
  | { readonly status: 'failed'; readonly error: ClientError }
  | { readonly status: 'ready'; readonly loaded: Loaded }
);

type ProgressAction =
  | { readonly type: 'found_nothing'; readonly need: SetupNeed }
  | { readonly type: 'asked_nothing' }
  | { readonly type: 'loaded'; readonly loaded: Loaded }
  | { readonly type: 'load_failed'; readonly error: ClientError }
  | { readonly type: 'said'; readonly said: ProgressState['said'] };

function reduceProgress(state: ProgressState, action: ProgressAction): ProgressState {
  const { said } = state;
  switch (action.type) {
    case 'found_nothing':
      return { said, status: 'missing', need: action.need };
    case 'asked_nothing':
      return { said, status: 'asking_first' };
    case 'loaded':
      return { said, status: 'ready', loaded: action.loaded };
    case 'load_failed':
      return { said, status: 'failed', error: action.error };
    case 'said':
      return { ...state, said: action.said };
  }
}

/** The student's progress over all exercises, and what can be done with it. */
export class ProgressBoard {
  readonly #server: PracticeServer;
  readonly #store = createStore<ProgressState, ProgressAction>(reduceProgress, { status: 'looking' });

  constructor(server: PracticeServer) {
    this.#server = server;
  }

  getSnapshot = (): ProgressState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Follows the progress while its page is open. Sends no request if the browser would prompt the student. */
  activate(): Unsubscribe {
    const events = eventsOf(this.#server);
    const changes = coalesced(() => this.#look(), BURST_MS);
    const stopping = [
      events.follow({ onBegin: changes.ask, onEvent: changes.ask }),
      events.seek(),
      this.#onConnection(changes.ask),
      changes.stop,
    ];
    void this.#begin();
    return () => {
      for (const stop of stopping) stop();
    };
  }

  /** Looks for the daemon in response to a click. */
  async connect(): Promise<void> {
    await this.#handle(await this.#server.connect(true));
  }

  /** Imports an exported file. */
  async importFile(file: Blob): Promise<void> {
    const read = await readProgressFile(file);
    if (!read.ok) return this.#say(`Nothing was imported. ${read.why}`, 'danger');
    const outcome = await this.#server.ask((rest) =>
      rest.call({ route: PROGRESS_ROUTES.importProgress, body: read.value }),
    );
    if (!outcome.ok) return this.#say(`Nothing was imported. ${outcome.error.message}`, 'danger');
    const { added, merged, unchanged } = outcome.value;
    this.#say(`Imported: ${added} new, ${merged} joined with what was here, ${unchanged} already the same.`, 'success');
    await this.#load();
  }

  /** Forgets one exercise, or all. The student has confirmed it. */
  async reset(exerciseId?: string): Promise<void> {
    const outcome = await this.#server.ask((rest) =>
      rest.call({ route: PROGRESS_ROUTES.resetProgress, body: { confirmed: true, ...(exerciseId && { exerciseId }) } }),
    );
    if (!outcome.ok) return this.#say(`Nothing was forgotten. ${outcome.error.message}`, 'danger');
    this.#say('Forgotten. Your files are as they were.', 'success');
    await this.#load();
  }

  /** The current progress, to be saved as a file. If it cannot be fetched, gives undefined, and the page says why. */
  async exported(): Promise<ProgressDocument | undefined> {
    const outcome = await this.#server.ask(askProgress);
    if (outcome.ok) return outcome.value;
    this.#say(`Nothing was exported. ${outcome.error.message}`, 'danger');
    return undefined;
  }

  async #begin(): Promise<void> {
    await this.#server.connectQuietly();
    const { connection } = this.#server.getSnapshot();
    if (connection.status === 'unknown') this.#store.dispatch({ type: 'asked_nothing' });
    else await this.#handle(connection);
  }

  /** What the student allowed once needs no new permission. */
  async #look(): Promise<void> {
    const { status } = this.getSnapshot();
    const { connection } = this.#server.getSnapshot();
    if (status === 'looking' || status === 'asking_first') return;
    if (connection.status === 'connected') await this.#load();
    else await this.#handle(connection);
  }

  /** Calls back when something is known of the daemon that was not known before. */
  #onConnection(listener: () => void): Unsubscribe {
    let known = this.#server.getSnapshot().connection;
    return this.#server.subscribe(() => {
      const { connection } = this.#server.getSnapshot();
      if (connection !== known) listener();
      known = connection;
    });
  }

  async #handle(connection: ServerConnection): Promise<void> {
    const need = nextNeed(connection);
    // Progress can be read even if no terminal can be opened.
    const isInTheWay = need !== undefined && need.kind !== 'dependency' && need.kind !== 'unhealthy';
    if (isInTheWay) this.#store.dispatch({ type: 'found_nothing', need });
    else await this.#load();
  }

  async #load(): Promise<void> {
    const [progress, exercises] = await this.#read();
    if (!progress.ok && progress.error.error === 'unreachable') {
      this.#server.tellAbsence();
      return this.#store.dispatch({ type: 'found_nothing', need: { kind: 'server_missing' } });
    }
    if (!progress.ok) return this.#store.dispatch({ type: 'load_failed', error: progress.error });
    const list = exercises.ok ? exercises.value : { exercises: [], source: 'none' as const };
    this.#store.dispatch({ type: 'loaded', loaded: { document: progress.value, ...list } });
  }

  #read(): Promise<[RestOutcome<ProgressDocument>, RestOutcome<ExercisesResponse>]> {
    const server = this.#server;
    return Promise.all([server.ask(askProgress), server.ask((rest) => rest.exercises())]);
  }

  #say(text: string, tone: 'success' | 'danger'): void {
    this.#store.dispatch({ type: 'said', said: { text, tone } });
  }
}

function askProgress(rest: Rest): Promise<RestOutcome<ProgressDocument>> {
  return rest.call({ route: PROGRESS_ROUTES.progress, timeoutMs: LIST_TIMEOUT_MS });
}
