import { CAUGHT_UP } from '@agent-factory/protocol/conversations';
import { type EventsQuery, eventsQuerySchema } from '@agent-factory/protocol/events';
import type { Request, RequestHandler } from 'express';
import { seesFolders } from '../access/folders-seen.js';
import type { EventLog, Told } from '../events/event-log.js';
import { callerOf } from './caller.js';
import { readQuery } from './request-body.js';
import { type SentEvent, streamEvents } from './streams/stream-events.js';

/** `GET /events`: what has happened, and what happens, as server-sent events. */
export function eventsRoute(events: EventLog, closing: AbortSignal): RequestHandler {
  return async (request, response) => {
    const query = { ...queryOf(request), withoutFolders: !seesFolders(callerOf(response)) };
    await streamEvents(response, async function* (signal) {
      for await (const told of events.read(query, AbortSignal.any([signal, closing]))) yield sentOf(told);
    });
  };
}

/** A browser that connects again asks by the header for what it has missed. */
function queryOf(request: Request): EventsQuery {
  const header = request.headers['last-event-id'];
  const query = typeof header === 'string' ? { ...request.query, after: header } : request.query;
  return readQuery({ query } as unknown as Request, eventsQuerySchema);
}

function sentOf(told: Told): SentEvent[] {
  switch (told.kind) {
    case 'opened':
      return [{ id: told.cursor, json: JSON.stringify({ type: 'stream_opened', cursor: told.cursor, gap: told.gap }) }];
    case 'caught_up':
      return [{ comment: CAUGHT_UP.slice(2) }];
    case 'events':
      return [{ messages: told.page.messages }];
  }
}
