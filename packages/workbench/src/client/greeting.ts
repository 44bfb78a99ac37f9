import type { ProjectState, ServerMessage } from '@agent-factory/protocol/coach';
import { localProblem } from './coach/problems.js';
import type { FrontTab } from './documents/front-tab.js';
import type { WindowDrafts } from './drafts/window-drafts.js';
import type { StatusWatch } from './mind/status-watch.js';
import { type Rooms, routeMessage } from './router.js';
import type { Connection, WorkbenchState } from './state.js';
import type { Store } from './store/store.js';

export interface GreetingOptions {
  readonly rooms: Rooms;
  readonly store: Store<WorkbenchState>;
  readonly status: Pick<StatusWatch, 'ask' | 'handleTold'>;
  readonly front: Pick<FrontTab, 'read'>;
  readonly drafts: Pick<WindowDrafts, 'paths'>;
  /** There is a daemon that can be told what the student has chosen meanwhile. Called first. */
  readonly onGreeted: () => void;
}

/** The daemon comes, greets the page, speaks and goes: the rooms hear of each in its turn. */
export class Greeting {
  readonly #options: GreetingOptions;
  #isGreeted = false;
  #wasGreeted = false;

  constructor(options: GreetingOptions) {
    this.#options = options;
  }

  /** Whether there is a daemon that knows the page, on the present connection. */
  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  handleConnection(connection: Connection): void {
    const { rooms, store } = this.#options;
    store.set({ connection });
    if (connection.status === 'open' || !this.#isGreeted) return;
    this.#isGreeted = false;
    rooms.requests.clear();
    rooms.documents.handleDisconnected();
    rooms.mind.handleDisconnected();
    rooms.katas.handleDisconnected();
  }

  handleMessage(message: ServerMessage): void {
    const { rooms, store, status } = this.#options;
    const { sessionId } = store.snapshot();
    routeMessage(message, rooms);
    if (message.type === 'mind:status') status.handleTold();
    // What was missing may have been turned off, or used up, since it was asked.
    if (message.type === 'explain:error' || message.type === 'review:error') status.ask();
    if (message.type !== 'connection:init') return;
    const isFirst = !this.#isGreeted;
    this.#isGreeted = true;
    // Money is counted by session, and what a project brings along may have come with it.
    if (isFirst || message.payload.sessionId !== sessionId) status.ask();
    if (isFirst) this.#handleGreeted(message.payload);
  }

  #handleGreeted({ openFiles }: ProjectState): void {
    const { rooms, front, onGreeted } = this.#options;
    onGreeted();
    rooms.documents.handleConnected(openFiles);
    rooms.katas.handleConnected();
    if (this.#wasGreeted) return;
    this.#wasGreeted = true;
    const inFront = front.read();
    rooms.documents.restore(openFiles, inFront);
    void this.#restoreDrafts(inFront);
  }

  async #restoreDrafts(front: string | undefined): Promise<void> {
    const { rooms, drafts } = this.#options;
    try {
      rooms.documents.restore(await drafts.paths(), front);
    } catch {
      rooms.tell(localProblem('drafts_unavailable')); // whatever the browser's reason is, it means this
    }
  }
}
