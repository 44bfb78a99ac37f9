import type { PracticeClient } from '../practice-client.js';
import type { Unsubscribe } from '../store/store.js';
import { hasOutbox } from './outbox-key.js';

/**
 * Tells the site of completed exercises while a page is open, where the site wants to be told. A lesson that is only
 * read loads nothing for it: only what waits from before, or a practice server that may know of completions, does.
 */
export function tellCompletions(client: PracticeClient): Unsubscribe {
  const { options, server } = client;
  if (options.gamification === undefined) return () => {};
  let stop: Unsubscribe = () => {};
  let isOver = false;
  const begin = async () => {
    stop();
    stop = () => {};
    const loaded = await import('./completions-of.js').catch(() => undefined); // the next page tries again
    if (!isOver) stop = loaded?.completionsOf(client)?.activate() ?? stop;
  };
  if (hasOutbox() || server.getSnapshot().connection.status === 'connected') void begin();
  else
    stop = server.subscribe(() => {
      if (server.getSnapshot().connection.status === 'connected') void begin();
    });
  return () => {
    isOver = true;
    stop();
  };
}
