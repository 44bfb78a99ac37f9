import { onOnline, onVisible } from '../browser/page.js';
import type { PracticeServer, ServerConnection } from '../server/server.js';
import type { Unsubscribe } from '../store/store.js';
import type { EventListener } from './event-listener.js';
import { type KeptServer, keepServer } from './keep-server.js';
import { Place } from './place.js';
import { Precedence } from './precedence.js';
import { searchFor } from './search.js';
import type * as Feeds from './shared-feed.js';

type SharedFeed = Feeds.SharedFeed;

/**
 * What happens on the student's machine, as the daemon's log tells it, while something on the page wants to know, and
 * from when the daemon was found: it is never looked for on this account. Hidden pages hear it, too.
 */
export class LiveEvents {
  /** What the student waits for meanwhile: what these events let a page ask for comes behind it. */
  readonly first = new Precedence();
  readonly #server: PracticeServer;
  readonly #listeners = new Set<EventListener>();
  readonly #search: () => Unsubscribe;
  #stopWatching: Unsubscribe[] = [];
  #connection: ServerConnection | undefined;
  #place = new Place();
  #feed: { readonly baseUrl: string; shared?: SharedFeed } | undefined;
  #hasBegun = false;
  #kept: KeptServer | undefined;

  constructor(server: PracticeServer) {
    this.#server = server;
    this.#search = searchFor(server);
  }

  /** Follows what happens until the returned function is called. */
  follow(listener: EventListener = {}): Unsubscribe {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    else if (this.#hasBegun) queueMicrotask(() => this.#greet(listener));
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop();
    };
  }

  /**
   * Looks for a daemon that is missing, again and again, for whoever cannot go on without one. `onNews` is called when
   * something is known of the daemon that was not known before: it was found, or something that it misses is there,
   * which it tells by an event, and is then asked for its health.
   */
  seek(onNews: () => void = () => {}): Unsubscribe {
    const stops = [this.#search(), this.#server.onConnection(onNews)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  #start(): void {
    const hurry = () => this.#feed?.shared?.hurry();
    this.#kept = keepServer(this.#server, this.first);
    this.#stopWatching = [this.#server.subscribe(() => this.#connect()), onVisible(hurry), onOnline(hurry)];
    this.#connect();
  }

  #stop(): void {
    for (const stop of this.#stopWatching.splice(0)) stop();
    this.#leave();
    this.#kept?.stop();
    this.#kept = undefined;
    this.#connection = undefined;
    this.#place = new Place();
    this.#hasBegun = false;
  }

  /** Reads the events of the daemon that the page knows. While it is away, the feed itself waits for it. */
  #connect(): void {
    const { connection } = this.#server.getSnapshot();
    const before = this.#connection;
    this.#connection = connection;
    if (connection.status !== 'connected') return;
    if (connection.baseUrl !== this.#feed?.baseUrl) void this.#read(connection.baseUrl);
    else if (!isSameDaemon(before, connection)) this.#feed.shared?.hurry();
  }

  async #read(baseUrl: string): Promise<void> {
    this.#leave();
    const feed: { readonly baseUrl: string; shared?: SharedFeed } = { baseUrl };
    this.#feed = feed;
    // A lesson that is only read needs none of it.
    const loaded = await import('./shared-feed.js').catch(() => undefined);
    if (this.#feed !== feed) return;
    if (loaded === undefined) this.#feed = undefined;
    else feed.shared = this.#open(loaded, baseUrl);
  }

  #open({ SharedFeed }: typeof Feeds, baseUrl: string): SharedFeed {
    return new SharedFeed({ server: this.#server, baseUrl, place: this.#place, listener: this.#all });
  }

  #leave(): void {
    this.#feed?.shared?.stop();
    this.#feed = undefined;
  }

  readonly #all: Required<EventListener> = {
    onBegin: () => {
      const feed = this.#feed;
      this.first.behind(() => {
        if (this.#feed !== feed) return;
        this.#hasBegun = true;
        this.#tell((listener) => listener.onBegin?.());
      });
    },
    onEvent: (event) => this.#tell((listener) => listener.onEvent?.(event)),
  };

  /** For those that come later than the events. */
  #greet(listener: EventListener): void {
    this.first.behind(() => {
      if (this.#listeners.has(listener)) this.#tell((told) => told.onBegin?.(), [listener]);
    });
  }

  #everyone(): EventListener[] {
    return [...(this.#kept ? [this.#kept] : []), ...this.#listeners];
  }

  /** A listener that throws is heard of as of any fault of the page, and keeps nothing from the others. */
  #tell(tell: (listener: EventListener) => void, listeners = this.#everyone()): void {
    for (const listener of listeners) {
      try {
        tell(listener);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

function isSameDaemon(before: ServerConnection | undefined, now: ServerConnection): boolean {
  if (before?.status !== 'connected' || now.status !== 'connected') return before === now;
  return before.health.startedAt === now.health.startedAt;
}
