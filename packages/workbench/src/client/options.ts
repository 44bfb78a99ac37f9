import { browserPage, type Page } from './browser/page.js';
import { browserStorage } from './browser/storage.js';
import { type BrowserWindow, browserWindow } from './browser/window.js';
import { type Clock, systemClock } from './clock.js';
import type { OpenSocket, PlainSocket } from './connection/socket.js';
import { Drafts } from './drafts/drafts.js';
import type { TextStorage } from './drafts/tails.js';
import type { Fetch } from './rest/send.js';

export interface WorkbenchOptions {
  /** Of the coaching socket, with its project: asked for at every attempt, as the daemon may have moved. */
  readonly url: string | (() => string | Promise<string>);
  /** The daemon's origin, without a trailing slash. */
  readonly serverUrl: string | (() => string);
  readonly projectId: string;
  /** Where unsaved text is kept; by default in this browser. Whoever gives one closes it. */
  readonly drafts?: Drafts;
  readonly clock?: Clock;
  readonly page?: Page;
  readonly openSocket?: OpenSocket;
  readonly fetch?: Fetch;
  /** Of the Workbench, as the daemon is told it. */
  readonly version?: string;
  /** Where small things are remembered; by default the browser's `localStorage`. */
  readonly storage?: TextStorage | undefined;
  /** By default the browser's. */
  readonly window?: BrowserWindow;
}

/** The options with everything in place. `ownDrafts` are to be closed with the Workbench. */
export interface Settled {
  readonly url: WorkbenchOptions['url'];
  readonly serverUrl: () => string;
  readonly projectId: string;
  readonly drafts: Drafts;
  readonly hasOwnDrafts: boolean;
  readonly clock: Clock;
  readonly page: Page;
  readonly openSocket: OpenSocket;
  readonly fetch: Fetch;
  readonly version: string;
  readonly storage: TextStorage | undefined;
  readonly window: BrowserWindow;
}

export function settle(options: WorkbenchOptions): Settled {
  const storage = options.storage ?? browserStorage();
  const { url, serverUrl, projectId, clock = systemClock, page = browserPage, version = 'browser' } = options;
  return {
    url,
    serverUrl: typeof serverUrl === 'string' ? () => serverUrl : serverUrl,
    projectId,
    drafts: options.drafts ?? new Drafts({ clock, storage }),
    hasOwnDrafts: options.drafts === undefined,
    clock,
    page,
    openSocket: options.openSocket ?? ((address) => new WebSocket(address) as PlainSocket),
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    version,
    storage,
    window: options.window ?? browserWindow(),
  };
}
