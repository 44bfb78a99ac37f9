import { coalesced } from '../events/coalesced.js';
import { eventsOf } from '../events/events-of.js';
import { nextNeed, type SetupNeed } from '../journey/setup.js';
import type { PracticeServer, ServerConnection } from '../server/server.js';
import type { Unsubscribe } from '../store/store.js';

/** Events of so many milliseconds are one change: a check has many. */
const BURST_MS = 200;

export interface FollowedOptions {
  readonly server: PracticeServer;
  /** The daemon was not looked for, as the browser would first ask the student. */
  readonly onAskingFirst: () => void;
  /** This is in the way. */
  readonly onNeed: (need: SetupNeed) => void;
  /** Reads what the page shows. Never rejects. */
  readonly load: () => Promise<void>;
}

/** What a page shows of the daemon's records: read once the daemon is found, and again whenever something happens. */
export class Followed {
  readonly #options: FollowedOptions;
  /** Until the first answer, changes are no news. */
  #isKnown = false;

  constructor(options: FollowedOptions) {
    this.#options = options;
  }

  /** Follows while the page is open. Sends no request if the browser would prompt the student. */
  activate(): Unsubscribe {
    const events = eventsOf(this.#options.server);
    const changes = coalesced(() => this.#look(), BURST_MS);
    const stopping = [
      events.follow({ onBegin: changes.ask, onEvent: changes.ask }),
      events.seek(changes.ask),
      changes.stop,
    ];
    void this.#begin();
    return () => {
      for (const stop of stopping) stop();
    };
  }

  /** Looks for the daemon in response to a click. */
  async connect(): Promise<void> {
    await this.#handle(await this.#options.server.connect(true));
  }

  async #begin(): Promise<void> {
    const { server, onAskingFirst } = this.#options;
    await server.connectQuietly();
    const { connection } = server.getSnapshot();
    if (connection.status === 'unknown') onAskingFirst();
    else await this.#handle(connection);
  }

  /** What the student allowed once needs no new permission. */
  async #look(): Promise<void> {
    if (this.#isKnown) await this.#handle(this.#options.server.getSnapshot().connection);
  }

  async #handle(connection: ServerConnection): Promise<void> {
    const need = nextNeed(connection);
    // Records can be read even if no terminal can be opened.
    const isInTheWay = need !== undefined && need.kind !== 'dependency' && need.kind !== 'unhealthy';
    if (isInTheWay) this.#options.onNeed(need);
    else await this.#options.load();
    this.#isKnown = true;
  }
}
