import type { PracticeServer } from '../server/server.js';
import { LiveEvents } from './live-events.js';

const known = new WeakMap<PracticeServer, LiveEvents>();

/** The events of this page's daemon. */
export function eventsOf(server: PracticeServer): LiveEvents {
  const events = known.get(server) ?? new LiveEvents(server);
  known.set(server, events);
  return events;
}
