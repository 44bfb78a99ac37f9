import { COURSE_ID, type CourseProgress, STAGE_ROUTES } from '@agent-factory/protocol/stages';
import type { SetupNeed } from '../journey/setup.js';
import { Followed } from '../progress/followed.js';
import type { ClientError } from '../server/outcome.js';
import { LIST_TIMEOUT_MS } from '../server/rest.js';
import type { PracticeServer } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';

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
  readonly #followed: Followed;

  constructor(server: PracticeServer) {
    this.#server = server;
    this.#followed = new Followed({
      server,
      onAskingFirst: () => this.#store.dispatch({ status: 'asking_first' }),
      onNeed: (need) => this.#store.dispatch({ status: 'missing', need }),
      load: () => this.#load(),
    });
  }

  getSnapshot = (): CourseState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Follows the course while its page is open. Sends no request if the browser would prompt the student. */
  activate(): Unsubscribe {
    return this.#followed.activate();
  }

  /** Looks for the daemon in response to a click. */
  async connect(): Promise<void> {
    await this.#followed.connect();
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
