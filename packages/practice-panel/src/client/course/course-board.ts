import { COURSE_ID, type CourseProgress, STAGE_ROUTES } from '@agent-factory/protocol/stages';
import { coalesced } from '../events/coalesced.js';
import { eventsOf } from '../events/events-of.js';
import { nextNeed, type SetupNeed } from '../journey/setup.js';
import type { ClientError } from '../server/outcome.js';
import { LIST_TIMEOUT_MS } from '../server/rest.js';
import type { PracticeServer, ServerConnection } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';

/** Events of so many milliseconds are one change: a check has many. */
const BURST_MS = 200;

/** What the course page knows. */
export type CourseState =
  | { readonly status: 'looking' | 'asking_first' }
  | { readonly status: 'missing'; readonly need: SetupNeed }
  | { readonly status: 'failed'; readonly error: ClientError }
  | { readonly status: 'ready'; readonly course: CourseProgress };

/** How far the student is in the whole course, as the daemon knows it. */
export class CourseBoard {
  readonly #server: PracticeServer;
  readonly #store = createStore((_: CourseState, next: CourseState) => next, { status: 'looking' });

  constructor(server: PracticeServer) {
    this.#server = server;
  }

  getSnapshot = (): CourseState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Follows the course while its page is open. Sends no request if the browser would prompt the student. */
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

  async #begin(): Promise<void> {
    await this.#server.connectQuietly();
    const { connection } = this.#server.getSnapshot();
    if (connection.status === 'unknown') this.#store.dispatch({ status: 'asking_first' });
    else await this.#handle(connection);
  }

  async #look(): Promise<void> {
    const { status } = this.getSnapshot();
    if (status === 'looking' || status === 'asking_first') return;
    await this.#handle(this.#server.getSnapshot().connection);
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
    // The course can be read even if no terminal can be opened.
    const isInTheWay = need !== undefined && need.kind !== 'dependency' && need.kind !== 'unhealthy';
    if (isInTheWay) this.#store.dispatch({ status: 'missing', need });
    else await this.#load();
  }

  async #load(): Promise<void> {
    const route = { ...STAGE_ROUTES.course, path: STAGE_ROUTES.course.path.replace(':courseId', COURSE_ID) };
    const outcome = await this.#server.ask((rest) => rest.call({ route, timeoutMs: LIST_TIMEOUT_MS }));
    if (outcome.ok) return this.#store.dispatch({ status: 'ready', course: outcome.value });
    if (outcome.error.error !== 'unreachable') return this.#store.dispatch({ status: 'failed', error: outcome.error });
    this.#server.tellAbsence();
    this.#store.dispatch({ status: 'missing', need: { kind: 'server_missing' } });
  }
}
