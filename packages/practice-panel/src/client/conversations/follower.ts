import { CONVERSATION_ROUTES } from '@agent-factory/protocol/conversations';
import type { ClientError, RestOutcome } from '../server/outcome.js';
import type { PracticeServer } from '../server/server.js';
import { followStream } from '../streams/follow-stream.js';
import { type EventSink, readEvents } from './read-events.js';
import { conversationRoute } from './routes.js';

const ACCEPT = 'text/event-stream';

/** How the connection to a conversation is. */
export type Link =
  | { readonly status: 'off' | 'connecting' | 'live' | 'reconnecting' }
  | { readonly status: 'lost'; readonly error: ClientError };

export interface FollowerOptions extends Omit<EventSink, 'onAlive'> {
  readonly conversationId: string;
  readonly server: PracticeServer;
  /** The last event that is known: what comes after it is asked for. */
  lastEventId(): number;
  onLink(link: Link): void;
}

/** Follows the events of one conversation, across restarts of the daemon, until it is stopped. */
export class EventFollower {
  readonly #options: FollowerOptions;
  #running: AbortController | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#running !== undefined) return;
    this.#running = new AbortController();
    this.#options.onLink({ status: 'connecting' });
    void this.#follow(this.#running.signal);
  }

  stop(): void {
    if (this.#running === undefined) return;
    this.#running.abort();
    this.#running = undefined;
    this.#options.onLink({ status: 'off' });
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const lost = await followStream({
      server: this.#options.server,
      signal,
      ask: (onAlive) => this.#ask(signal, onAlive),
      onDrop: () => this.#options.onLink({ status: 'reconnecting' }),
    });
    if (lost === undefined) return;
    this.#running = undefined;
    this.#options.onLink({ status: 'lost', error: lost });
  }

  /** Resolves when the stream is over. */
  #ask(signal: AbortSignal, onAlive: () => void): Promise<RestOutcome<never>> {
    const route = conversationRoute(CONVERSATION_ROUTES.events, this.#options.conversationId);
    const path = `${route.path}?after=${this.#options.lastEventId()}`;
    return this.#options.server.ask(async (rest) => {
      const response = await rest.stream({ route: { ...route, path }, signal }, ACCEPT);
      return response.ok ? readEvents(response.value, this.#sink(signal, onAlive)) : response;
    });
  }

  /** Events of a stream that was left behind change nothing. */
  #sink(signal: AbortSignal, onAlive: () => void): EventSink {
    const { onEvent, onCaughtUp, onLink } = this.#options;
    const ifCurrent = (act: () => void) => !signal.aborted && act();
    return {
      onEvent: (event) => ifCurrent(() => onEvent(event)),
      onAlive: () => ifCurrent(onAlive),
      onCaughtUp: () =>
        ifCurrent(() => {
          onLink({ status: 'live' });
          onCaughtUp();
        }),
    };
  }
}
