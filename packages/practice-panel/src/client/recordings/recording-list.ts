import { RECORDING_ROUTES, type Recording, type RecordingsResponse } from '@agent-factory/protocol/recordings';
import type { ClientError } from '../server/outcome.js';
import type { PracticeServer } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { type Cast, readCast } from './cast.js';

/** All recordings of this computer, as last heard. */
export type RecordingListState = {
  /** What an action came to, in words. */
  readonly said: string;
} & (
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: ClientError }
  | { readonly status: 'loaded'; readonly list: RecordingsResponse }
);

type ListAction =
  | { readonly type: 'loaded'; readonly list: RecordingsResponse }
  | { readonly type: 'failed'; readonly error: ClientError }
  | { readonly type: 'said'; readonly words: string };

function reduceList(state: RecordingListState, action: ListAction): RecordingListState {
  switch (action.type) {
    case 'loaded':
      return { said: state.said, status: 'loaded', list: action.list };
    case 'failed':
      return { said: state.said, status: 'failed', error: action.error };
    case 'said':
      return { ...state, said: action.words };
  }
}

/** The name under which a recording is saved. */
export function recordingFileName({ exerciseId, id }: Recording): string {
  return `${exerciseId}-${id}.cast`;
}

/** The recordings on the student's computer, and what can be done with them. */
export class RecordingList {
  readonly #server: PracticeServer;
  readonly #store = createStore<RecordingListState, ListAction>(reduceList, { status: 'loading', said: '' });

  constructor(server: PracticeServer) {
    this.#server = server;
  }

  getSnapshot = (): RecordingListState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  async load(): Promise<void> {
    const outcome = await this.#server.ask((rest) => rest.call({ route: RECORDING_ROUTES.list }));
    if (outcome.ok) this.#store.dispatch({ type: 'loaded', list: outcome.value });
    else this.#store.dispatch({ type: 'failed', error: outcome.error });
  }

  /** The student has confirmed it. */
  async delete({ id }: Recording): Promise<void> {
    const outcome = await this.#server.ask((rest) => rest.call({ route: RECORDING_ROUTES.delete, body: { id } }));
    this.#say(outcome.ok ? 'Deleted.' : `Nothing was deleted. ${outcome.error.message}`);
    await this.load();
  }

  /** The file; undefined if it cannot be had, and the list says why. */
  async file(recording: Recording): Promise<Blob | undefined> {
    const response = await this.#fetch(recording);
    return response?.blob().catch(() => this.#lose());
  }

  /** The recording as it is played; undefined if it cannot be had, and the list says why. */
  async cast(recording: Recording): Promise<Cast | undefined> {
    const response = await this.#fetch(recording);
    const cast = response?.body && (await readCast(response.body).catch(() => undefined));
    return cast ?? (response && this.#lose());
  }

  async #fetch({ id }: Recording): Promise<Response | undefined> {
    const route = { ...RECORDING_ROUTES.download, path: `/recordings/${id}` };
    const outcome = await this.#server.ask((rest) => rest.stream({ route }));
    if (outcome.ok) return outcome.value;
    this.#say(`It cannot be read. ${outcome.error.message}`);
    return undefined;
  }

  #lose(): undefined {
    this.#say('It cannot be read: the connection broke off, or the file is damaged.');
  }

  #say(words: string): void {
    this.#store.dispatch({ type: 'said', words });
  }
}
