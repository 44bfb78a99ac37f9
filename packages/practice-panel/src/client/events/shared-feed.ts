import { EVENT_ROUTES } from '@agent-factory/protocol/events';
import type { RestOutcome } from '../server/outcome.js';
import type { PracticeServer } from '../server/server.js';
import { followStream } from '../streams/follow-stream.js';
import { readStream } from '../streams/read-stream.js';
import type { ServerSent } from '../streams/server-sent.js';
import type { EventListener } from './event-listener.js';
import type { Place } from './place.js';
import { readMessage } from './read-message.js';
import { type Sharing, sharingOf, type TabLine } from './tab-line.js';

const ACCEPT = 'text/event-stream';

export interface FeedOptions {
  readonly server: PracticeServer;
  readonly baseUrl: string;
  /** How far this page has come; it goes on from there. */
  readonly place: Place;
  readonly listener: Required<EventListener>;
  /** How tabs share; undefined where they cannot. By default as this browser can. */
  readonly sharing?: ReturnType<typeof sharingOf>;
  /** How long the tab that reads may say nothing before another takes over, in milliseconds. */
  readonly silenceMs?: number;
}

/** Between two signs of life of the tab that reads, in milliseconds. Browsers slow a hidden tab to one a minute. */
const BEAT_MS = 20_000;
const SILENCE_MS = 150_000;

/**
 * The events of one daemon, read once for all tabs of this browser, which may have no more than six connections to it.
 * One tab holds a lock, reads the stream and passes it on; when it closes, another gets the lock and goes on. One that
 * hangs, as behind a dialog or in a debugger, keeps its lock: after some silence, another takes it.
 */
export class SharedFeed {
  readonly #options: FeedOptions;
  readonly #stopped = new AbortController();
  readonly #line: TabLine | undefined;
  readonly #sharing: Sharing | undefined;
  /** Of the turn that this tab waits for, or has. */
  #turn = new AbortController();
  #isReading = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** The stream is there, in this tab. */
  #isLive = false;
  /** Ends the wait for the next attempt, if this tab waits. */
  #tryNow: () => void = () => {};

  constructor(options: FeedOptions) {
    this.#options = options;
    const { sharing = sharingOf(options.baseUrl) } = options;
    this.#sharing = sharing;
    this.#line = sharing?.line((message) => this.#hear(message));
    if (sharing === undefined) void this.#lead(new AbortController().signal);
    else this.#share(sharing);
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
    this.#turn.abort();
    clearTimeout(this.#silence);
    this.#line?.close();
  }

  /** Waits for its turn to read, or takes it; once it was taken from this tab, waits again. */
  #share(sharing: Sharing, steal = false): void {
    const turn = new AbortController();
    this.#turn = turn;
    this.#awaitSigns();
    const task = (lost: AbortSignal) => this.#lead(lost);
    void sharing.inTurn({ signal: turn.signal, steal, task }).then((hasBegun) => {
      if (turn.signal.aborted || this.#stopped.signal.aborted) return;
      if (hasBegun) this.#share(sharing);
      // Nobody gets a turn in this browser, so each tab reads for itself.
      else void this.#lead(this.#stopped.signal);
    });
  }

  /** Whoever reads has said something. */
  #awaitSigns(): void {
    clearTimeout(this.#silence);
    const { silenceMs = SILENCE_MS } = this.#options;
    if (!this.#isReading && !this.#stopped.signal.aborted)
      this.#silence = setTimeout(() => this.#takeOver(), silenceMs);
  }

  #takeOver(): void {
    if (this.#sharing === undefined || this.#isReading) return;
    this.#turn.abort();
    this.#share(this.#sharing, true);
  }

  #hear(message: string): void {
    if (message === HELLO) this.#answer();
    else this.#awaitSigns();
    if (message !== HELLO && message !== BEAT) this.#take(message);
  }

  /** Reads the stream until this page no longer wants it, or another tab reads it. */
  async #lead(lost: AbortSignal): Promise<void> {
    this.#isReading = true;
    clearTimeout(this.#silence);
    const beats = setInterval(() => this.#line?.tell(BEAT), BEAT_MS);
    await this.#readOn(AbortSignal.any([lost, this.#stopped.signal]));
    clearInterval(beats);
    this.#isReading = false;
    this.#isLive = false;
    this.#awaitSigns();
  }

  /** Where the stream was given up, waits for a reason to try again. */
  async #readOn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const attempts = new AbortController();
      const reasonToTry = new Promise<void>((resolve) => {
        attempts.signal.addEventListener('abort', () => resolve());
        signal.addEventListener('abort', () => resolve(), { signal: attempts.signal });
      });
      await followStream({
        server: this.#options.server,
        signal: AbortSignal.any([signal, attempts.signal]),
        ask: (onAlive) => this.#ask(signal, onAlive),
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

  async #ask(signal: AbortSignal, onAlive: () => void): Promise<RestOutcome<never>> {
    this.#tryNow = () => {};
    const { server, place } = this.#options;
    const route = { ...EVENT_ROUTES.events, path: `${EVENT_ROUTES.events.path}?after=${place.cursor ?? 'now'}` };
    const outcome = await server.ask(async (rest) => {
      const response = await rest.stream({ route, signal }, ACCEPT);
      return response.ok ? readStream(response.value, { onAlive, take: (sent) => this.#pass(sent, signal) }) : response;
    });
    this.#isLive = false;
    return outcome;
  }

  #pass(sent: ServerSent, signal: AbortSignal): undefined {
    if (sent.kind === 'comment' || signal.aborted) return;
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
/** What the tab says that reads, from time to time. */
const BEAT = 'beat';
