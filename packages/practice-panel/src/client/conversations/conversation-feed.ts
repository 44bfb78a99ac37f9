import { EMPTY_THREAD, type LoggedEvent, type Thread, ThreadBuilder } from '@agent-factory/protocol/conversations';
import { isHidden, onVisibilityChange } from '../browser/page.js';
import type { PracticeServer } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { EventFollower, type Link } from './follower.js';
import { inNextFrame } from './in-next-frame.js';

export interface FeedState {
  readonly thread: Thread;
  readonly link: Link;
  /** Everything that was stored is there. Before, the thread is empty: half a conversation would jump about. */
  readonly isLoaded: boolean;
}

const INITIAL: FeedState = { thread: EMPTY_THREAD, link: { status: 'off' }, isLoaded: false };

/** One conversation as it happens: at most one new state a frame, and none later than that. */
export class ConversationFeed {
  readonly id: string;
  readonly #builder = new ThreadBuilder();
  readonly #store = createStore((_: FeedState, next: FeedState) => next, INITIAL);
  readonly #follower: EventFollower;
  #lastEventId = 0;
  #cancelFrame: Unsubscribe | undefined;

  constructor(id: string, server: PracticeServer) {
    this.id = id;
    this.#follower = new EventFollower({
      conversationId: id,
      server,
      lastEventId: () => this.#lastEventId,
      onEvent: (event) => this.#add(event),
      onCaughtUp: () => this.#publish({ isLoaded: true }),
      onLink: (link) => this.#publish({ link }),
    });
  }

  getSnapshot = (): FeedState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Follows the conversation while the page is visible, until the returned function is called. */
  follow(): Unsubscribe {
    const followIfVisible = () => (isHidden() ? this.#follower.stop() : this.#follower.start());
    const stopWatching = onVisibilityChange(followIfVisible);
    followIfVisible();
    return () => {
      stopWatching();
      this.#follower.stop();
      this.#cancelFrame?.();
      this.#cancelFrame = undefined;
    };
  }

  /** Connects again after the connection was given up. */
  reconnect(): void {
    this.#follower.start();
  }

  #add(event: LoggedEvent): void {
    this.#lastEventId = event.id;
    this.#builder.add(event);
    if (!this.getSnapshot().isLoaded) return;
    this.#cancelFrame ??= inNextFrame(() => this.#publish({}));
  }

  #publish(changes: Partial<FeedState>): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    const next = { ...this.getSnapshot(), ...changes };
    this.#store.dispatch(next.isLoaded ? { ...next, thread: this.#builder.snapshot() } : next);
  }
}
