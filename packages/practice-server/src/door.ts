import type { IncomingMessage } from 'node:http';
import type { Health, SessionId } from '@agent-factory/protocol';
import type { FolderSight } from './access/folders-seen.js';
import { Guard } from './access/guard.js';
import { allowedOrigins } from './access/origins.js';
import type { Peers } from './access/peers/peers.js';
import type { OpenCapabilities } from './capabilities/open-capabilities.js';
import { createApp } from './http/app.js';
import type { Door } from './listen.js';
import type { SessionContext } from './sessions/context.js';
import type { Sessions } from './sessions/sessions.js';
import { createEntrance } from './sockets/entrance.js';
import { terminalSocket } from './terminal/terminal-socket.js';

export interface DoorOptions {
  readonly context: SessionContext;
  readonly sessions: Sessions;
  readonly capabilities: OpenCapabilities;
  readonly health: (sight: FolderSight) => Promise<Health>;
  readonly port: number;
  readonly token: string;
  readonly peers: Peers;
  readonly shutDown: () => void;
}

/** Everything that can come in on a port, behind one guard. */
export function openDoor(options: DoorOptions): Door {
  const { context, sessions, capabilities, health, port, token, peers, shutDown } = options;
  const { config, terminals, faults, widths, events, observers, closing, log, pass } = context;
  const origins = allowedOrigins({ port, content: config.content, extra: config.allowedOrigins });
  const guard = new Guard({ port, token, origins, peers, hasPass: (cookies) => pass.admits(cookies) });
  const admits = (sessionId: SessionId, ticket: string) => sessions.admits(sessionId, ticket);
  const sockets = [terminalSocket({ terminals, admits }), ...capabilities.sockets];
  const app = createApp({
    ...{
      guard,
      sessions,
      routes: capabilities.routes,
      health,
      token,
      widths,
      events,
      observers,
      closing,
      log,
      shutDown,
    },
  });
  const request: Door['request'] = (incoming, response) =>
    faults.run({ name: pathOf(incoming), end: () => response.destroy() }, () => app(incoming, response));
  return { ...createEntrance({ guard, faults, sockets }), request };
}

/** Without the query, which may hold a ticket: the name is logged. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}
