import type { PracticeEvent } from '@agent-factory/protocol/events';
import { Place } from '../../src/client/events/place.js';
import { SharedFeed } from '../../src/client/events/shared-feed.js';
import type { Sharing } from '../../src/client/events/tab-line.js';
import { createPracticeClient } from '../../src/index.js';

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };

/** A browser without windows: its tabs share a line and a lock, as `tab-line.ts` has them of a real one. */
export class Browser {
  readonly #lines = new Set<(message: string) => void>();
  readonly #turns: (() => Promise<void>)[] = [];
  #isTaken = false;

  get sharing(): Sharing {
    return {
      line: (onMessage) => {
        this.#lines.add(onMessage);
        return {
          tell: (message) => {
            for (const line of this.#lines) if (line !== onMessage) queueMicrotask(() => line(message));
          },
          close: () => void this.#lines.delete(onMessage),
        };
      },
      inTurn: (signal, task) => {
        this.#turns.push(async () => (signal.aborted ? undefined : task()));
        return this.#next();
      },
    };
  }

  async #next(): Promise<void> {
    if (this.#isTaken) return;
    this.#isTaken = true;
    await this.#turns.shift()?.();
    this.#isTaken = false;
    if (this.#turns.length > 0) await this.#next();
  }
}

/** One tab that follows the events of a daemon, and what it has heard. */
export class Tab {
  readonly heard: (number | 'begin')[] = [];
  readonly #feed: SharedFeed;

  private constructor(open: (tab: Tab) => SharedFeed) {
    this.#feed = open(this);
  }

  static async open(baseUrl: string, sharing?: Sharing): Promise<Tab> {
    const { server } = createPracticeClient({ ...SITE, serverUrl: baseUrl });
    await server.connect();
    return new Tab((tab) => {
      const listener = {
        onBegin: () => void tab.heard.push('begin'),
        onEvent: (event: PracticeEvent) => void tab.heard.push(event.id),
      };
      return new SharedFeed({ server, baseUrl, place: new Place(), listener, sharing });
    });
  }

  hurry(): void {
    this.#feed.hurry();
  }

  close(): void {
    this.#feed.stop();
  }
}
