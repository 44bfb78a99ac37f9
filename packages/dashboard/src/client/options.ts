import { COACH_SOCKET_PATH } from '@agent-factory/protocol/coach';
import type { Period } from '@agent-factory/protocol/mind';
import {
  browserPage,
  type Clock,
  type Fetch,
  type OpenSocket,
  type Page,
  type PlainSocket,
  systemClock,
} from '@agent-factory/workbench/base';

export interface DashboardOptions {
  /** The daemon's origin, without a trailing slash: asked for at every request, as the daemon may have moved. */
  readonly serverUrl: string | (() => string);
  /** Without one, there are no issues and no materials. */
  readonly projectId?: string | undefined;
  /** What statistics are of at first. */
  readonly period?: Period;
  readonly clock?: Clock;
  readonly page?: Page;
  readonly openSocket?: OpenSocket;
  readonly fetch?: Fetch;
  /** Of the page, as the daemon is told it. */
  readonly version?: string;
}

/** The options with everything in place. */
export interface Settled extends Required<Omit<DashboardOptions, 'serverUrl' | 'projectId'>> {
  readonly serverUrl: () => string;
  /** Of the coaching socket of that project. */
  readonly socketUrl: (projectId: string) => string;
  readonly projectId: string | undefined;
}

export function settle(options: DashboardOptions): Settled {
  const { serverUrl: server, projectId, period = 'all', clock = systemClock, version = 'dashboard' } = options;
  const serverUrl = typeof server === 'string' ? () => server : server;
  return {
    serverUrl,
    socketUrl: (project) =>
      `${serverUrl().replace(/^http/, 'ws')}${COACH_SOCKET_PATH}?project=${encodeURIComponent(project)}`,
    projectId,
    period,
    clock,
    version,
    page: options.page ?? browserPage,
    openSocket: options.openSocket ?? ((address) => new WebSocket(address) as PlainSocket),
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
  };
}
