import type { ExercisesResponse } from '@agent-factory/protocol';
import { PROGRESS_ROUTES, type ProgressDocument } from '@agent-factory/protocol/progress';
import type { SetupNeed } from '../journey/setup.js';
import type { ClientError, RestOutcome } from '../server/outcome.js';
import { LIST_TIMEOUT_MS, type Rest } from '../server/rest.js';
import type { PracticeServer } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { Followed } from './followed.js';
import { readProgressFile } from './progress-file.js';

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
  readonly #followed: Followed;

  constructor(server: PracticeServer) {
    this.#server = server;
    this.#followed = new Followed({
      server,
      onAskingFirst: () => this.#store.dispatch({ type: 'asked_nothing' }),
      onNeed: (need) => this.#store.dispatch({ type: 'found_nothing', need }),
      load: () => this.#load(),
    });
  }

  getSnapshot = (): ProgressState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Follows the progress while its page is open. Sends no request if the browser would prompt the student. */
  activate(): Unsubscribe {
    return this.#followed.activate();
  }

  /** Looks for the daemon in response to a click. */
  async connect(): Promise<void> {
    await this.#followed.connect();
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
