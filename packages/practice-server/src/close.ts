import { PracticeError } from '@agent-factory/protocol';
import type { Peers } from './access/peers/peers.js';
import type { OpenCapabilities } from './capabilities/open-capabilities.js';
import { removeDiscovery } from './discovery/discovery-file.js';
import type { Listening } from './listen.js';
import type { SessionContext } from './sessions/context.js';
import type { Sessions } from './sessions/sessions.js';
import type { HomeLock } from './store/home-lock.js';

/** How long requests in flight may take to end before their connections are cut, in milliseconds. */
const CLOSE_GRACE_MS = 2000;

/**
 * How often connections are looked for that a browser keeps although what came over them has ended, in milliseconds. No
 * event tells of them, and each would be waited for until it is cut.
 */
const IDLE_LOOK_MS = 20;

export interface Closing {
  readonly context: SessionContext;
  readonly sessions: Sessions;
  readonly capabilities: OpenCapabilities;
  /** Ends what requests still wait for. */
  readonly closing: AbortController;
  readonly listening: Listening | undefined;
  readonly lock: HomeLock;
  readonly peers: Peers;
}

/** Closes in the order in which data flows: nobody new gets in, those who are in leave, then what they used closes. */
export async function closeAll({
  context,
  sessions,
  capabilities,
  closing,
  listening,
  lock,
  peers,
}: Closing): Promise<void> {
  await removeDiscovery(context.config.paths.discovery, process.pid);
  context.terminals.close();
  closing.abort(
    new PracticeError('shutting_down', 'The practice server is shutting down. Start it again, then try once more.'),
  );
  if (listening !== undefined) await stopListening(listening);
  peers.close();
  await sessions.close();
  await capabilities.close();
  await context.events.close();
  await context.store.destroy();
  await context.widths.close();
  await context.tmux.leave();
  lock.release();
}

async function stopListening({ servers, door }: Listening): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  door.close();
  for (const server of servers) server.closeIdleConnections();
  const cut = setTimeout(() => {
    door.cut();
    for (const server of servers) server.closeAllConnections();
  }, CLOSE_GRACE_MS);
  const look = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, IDLE_LOOK_MS);
  await Promise.all(closed);
  clearInterval(look);
  clearTimeout(cut);
}
