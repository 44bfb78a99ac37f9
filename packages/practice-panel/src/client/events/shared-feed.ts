import { EVENT_ROUTES } from '@agent-factory/protocol/events';
import type { RestOutcome } from '../server/outcome.js';
import type { PracticeServer } from '../server/server.js';
import { followStream } from '../streams/follow-stream.js';
import { readStream } from '../streams/read-stream.js';
import type { ServerSent } from '../streams/server-sent.js';
import type { EventListener } from './event-listener.js';
import type { Place } from './place.js';
import { readMessage } from './read-message.js';
import { sharingOf, type TabLine } from './tab-line.js';

const ACCEPT = 'text/event-stream';

export interface FeedOptions {
  readonly server: PracticeServer;
  readonly baseUrl: string;
  /** How far this page has come; it goes on from there. */
  readonly place: Place;
  readonly listener: Required<EventListener>;
  /** How tabs share; undefined where they cannot. By default as this browser can. */
  readonly sharing?: ReturnType<typeof sharingOf>;
}

/**
 * The events of one daemon, read once for all tabs of this browser, which may have no more than six connections to it.
 * One tab holds a lock, reads the stream and passes it on; when it closes, another gets the lock and goes on.
 */
export class SharedFeed {
  readonly #options: FeedOptions;
  readonly #stopped = new AbortController();
  readonly #line: TabLine | undefined;
  /** The stream is there, in this tab. */
  #isLive = false;
  /** Ends the wait for the next attempt, if this tab waits. */
  #tryNow: () => void = () => {};

  constructor(options: FeedOptions) {
    this.#options = options;
    const { sharing = sharingOf(options.baseUrl) } = options;
    this.#line = sharing?.line((message) => (message === HELLO ? this.#answer() : this.#take(message)));
    if (sharing === undefined) void this.#lead();
    else void sharing.inTurn(this.#stopped.signal, () => this.#lead());
    this.#line?.tell(HELLO);
  }

  /** There is reason to believe that the daemon is back: no reason to wait any longer. */
  hurry(): void {
    if (this.#isLive) return;
    this.#tryNow();
    this.#line?.tell(HELLO);
  }

  stop(): void {
    this.#stopped.abort();
    this.#line?.close();
  }

  /** Reads the stream until this page no longer wants it. Where it was given up, waits for a reason to try again. */
  async #lead(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const attempts = new AbortController();
      const reasonToTry = new Promise<void>((resolve) => {
        attempts.signal.addEventListener('abort', () => resolve());
        signal.addEventListener('abort', () => resolve(), { signal: attempts.signal });
      });
      await followStream({
        server: this.#options.server,
        signal: AbortSignal.any([signal, attempts.signal]),
        ask: (onAlive) => this.#ask(onAlive),
        onDrop: () => this.#waitFor(attempts),
      });
      this.#waitFor(attempts);
      await reasonToTry;
      this.#tryNow = () => {};
    }
  }

  #waitFor(attempts: AbortController): void {
    this.#tryNow = () => attempts.abort();
  }

  async #ask(onAlive: () => void): Promise<RestOutcome<never>> {
    this.#tryNow = () => {};
    const { server, place } = this.#options;
    const { signal } = this.#stopped;
    const route = { ...EVENT_ROUTES.events, path: `${EVENT_ROUTES.events.path}?after=${place.cursor ?? 'now'}` };
    const outcome = await server.ask(async (rest) => {
      const response = await rest.stream({ route, signal }, ACCEPT);
      return response.ok ? readStream(response.value, { onAlive, take: (sent) => this.#pass(sent) }) : response;
    });
    this.#isLive = false;
    return outcome;
  }

  #pass(sent: ServerSent): undefined {
    if (sent.kind === 'comment' || this.#stopped.signal.aborted) return;
    this.#isLive = true;
    this.#line?.tell(sent.data);
    this.#take(sent.data);
  }

  #take(json: string): void {
    const { place, listener } = this.#options;
    const message = readMessage(json);
    if (message?.kind === 'event' && place.pass(message.event.id)) listener.onEvent(message.event);
    if (message?.kind === 'opened' && place.moveTo(message.opened)) listener.onBegin();
  }

  /** Another tab has come, or believes that the daemon is back. */
  #answer(): void {
    this.#tryNow();
    const { cursor } = this.#options.place;
    if (this.#isLive && cursor !== undefined) {
      this.#line?.tell(JSON.stringify({ type: 'stream_opened', cursor, gap: false }));
    }
  }
}

/** What a tab says that comes, or that believes that the daemon is back. Any other message is one of the stream's. */
const HELLO = 'hello';
