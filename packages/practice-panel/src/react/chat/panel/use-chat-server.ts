import { useEffect, useState } from 'react';
import { eventsOf } from '../../../client/events/events-of.js';
import { nextNeed, type SetupNeed } from '../../../client/journey/setup.js';
import type { PracticeServer, ServerConnection } from '../../../client/server/server.js';
import { usePracticeClient } from '../../context.js';
import { useSnapshot } from '../../parts/use-snapshot.js';

const CAPABILITY = 'conversations';

/** Whether there is a practice server to chat through. `cannot`: it is there, but it has no conversations. */
export type ChatServer =
  | { readonly status: 'looking' | 'cannot' | 'ready' }
  | { readonly status: 'missing'; readonly need: SetupNeed };

/** Looks for the practice server while the chat is shown, until it is there. One that goes away later takes nothing with it. */
export function useChatServer(isActive: boolean): ChatServer {
  const { server } = usePracticeClient();
  const { connection } = useSnapshot(server);
  const [wasReady, setWasReady] = useState(false);
  const found = chatServerOf(connection);
  const isReady = found.status === 'ready';
  if (isReady && !wasReady) setWasReady(true);

  const isSought = isActive && !wasReady && !isReady;
  useEffect(() => {
    if (!isSought) return undefined;
    void look(server);
    return eventsOf(server).seek();
  }, [server, isSought]);
  return wasReady ? { status: 'ready' } : found;
}

/** Looks at once: without a prompt of the browser, or to learn that there would be one. */
async function look(server: PracticeServer): Promise<void> {
  await server.connectQuietly();
  if (server.getSnapshot().connection.status === 'unknown') await server.connect();
}

/** A chat needs less than a terminal: what else a daemon misses, it says of each agent. */
function chatServerOf(connection: ServerConnection): ChatServer {
  if (connection.status === 'unknown') return { status: 'looking' };
  const need = nextNeed(connection);
  const isForTerminals = need?.kind === 'dependency' || need?.kind === 'unhealthy';
  if (need !== undefined && !isForTerminals) return { status: 'missing', need };
  const { capabilities = {} } = connection.status === 'connected' ? connection.health : {};
  return { status: Object.hasOwn(capabilities, CAPABILITY) ? 'ready' : 'cannot' };
}
