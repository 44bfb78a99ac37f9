import type { PracticeEvent } from '@agent-factory/protocol/events';
import { Place } from '../../src/client/events/place.js';
import { SharedFeed } from '../../src/client/events/shared-feed.js';
import type { Sharing } from '../../src/client/events/tab-line.js';
import { createPracticeClient } from '../../src/index.js';

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };

/** A browser without windows: its tabs share a line and a lock, as `tab-line.ts` has them of a real one. */
export class Browser {
  readonly #lines = new Set<(message: string) => void>();
  readonly #turns: HeldTurn[] = [];
  #holder: HeldTurn | undefined;
  /** Nobody hears anybody, as when the tab that reads hangs. */
  isMuted = false;

  get sharing(): Sharing {
    return {
      line: (onMessage) => {
        this.#lines.add(onMessage);
        return {
          tell: (message) => {
            if (this.isMuted) return;
            for (const line of this.#lines) if (line !== onMessage) queueMicrotask(() => line(message));
          },
          close: () => void this.#lines.delete(onMessage),
        };
      },
      inTurn: async ({ signal, steal, task }) => {
        const turn = { signal, task, lost: new AbortController(), hasBegun: false };
        if (steal) {
          this.#holder?.lost.abort();
          this.#holder = undefined;
          this.#turns.unshift(turn);
        } else this.#turns.push(turn);
        const over = new Promise<void>((resolve) => turn.lost.signal.addEventListener('abort', () => resolve()));
        void this.#next();
        await over;
        return turn.hasBegun;
      },
    };
  }

  async #next(): Promise<void> {
    if (this.#holder !== undefined) return;
    const turn = this.#turns.shift();
    if (turn === undefined) return;
    this.#holder = turn;
    turn.hasBegun = !turn.signal.aborted;
    if (turn.hasBegun) await turn.task(turn.lost.signal);
    turn.lost.abort();
    if (this.#holder === turn) this.#holder = undefined;
    await this.#next();
  }
}

interface HeldTurn {
  readonly signal: AbortSignal;
  readonly lost: AbortController;
  hasBegun: boolean;
  readonly task: (lost: AbortSignal) => Promise<void>;
}

/** One tab that follows the events of a daemon, and what it has heard. */
export class Tab {
  readonly heard: (number | 'begin')[] = [];
  readonly #feed: SharedFeed;

  private constructor(open: (tab: Tab) => SharedFeed) {
    this.#feed = open(this);
  }

  static async open(baseUrl: string, sharing?: Sharing, silenceMs?: number): Promise<Tab> {
    const { server } = createPracticeClient({ ...SITE, serverUrl: baseUrl });
    await server.connect();
    return new Tab((tab) => {
      const listener = {
        onBegin: () => void tab.heard.push('begin'),
        onEvent: (event: PracticeEvent) => void tab.heard.push(event.id),
      };
      return new SharedFeed({
        server,
        baseUrl,
        place: new Place(),
        listener,
        sharing,
        ...(silenceMs && { silenceMs }),
      });
    });
  }

  hurry(): void {
    this.#feed.hurry();
  }

  close(): void {
    this.#feed.stop();
  }
}
