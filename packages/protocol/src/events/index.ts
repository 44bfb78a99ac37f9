import * as z from 'zod';
import { exerciseIdSchema } from '../ids.js';
import type { Route } from '../route.js';
import { EVENT_TYPES } from './event.js';
import { HOOK_ROUTE } from './hooks.js';

export {
  type AgentState,
  type AgentStateSource,
  type AgentWork,
  agentStateSchema,
  agentStateSourceSchema,
  agentWorkSchema,
} from '../sessions/agent-work.js';
export {
  EVENT_DATA,
  EVENT_TYPES,
  type EventData,
  type EventSubject,
  type EventType,
  type NewEvent,
  type PracticeEvent,
  practiceEventSchema,
} from './event.js';

export { HOOKS_PATH, hookRequestSchema } from './hooks.js';

/** Largest `data` of an event in bytes of JSON: a criterion with everything it says has at most 14 KB. */
export const MAX_EVENT_BYTES = 16 * 1024;

/** How much the log keeps: events, bytes of their data, and days. What is older than any of the three goes. */
export const MAX_EVENTS = 100_000;
export const MAX_EVENT_LOG_BYTES = 24 * 1024 * 1024;
export const MAX_EVENT_AGE_DAYS = 30;

/** How many of the latest events can be asked for at most: several checks with all their criteria. */
export const MAX_LATEST_EVENTS = 1000;

/**
 * A place in one log: the name of the log and the id of an event, such as `9f86d081-42`. It is the `id` of every
 * server-sent event, so that a browser asks for what follows it by itself.
 */
export const cursorSchema = z
  .string()
  .max(40)
  .regex(/^[0-9a-f]{8}-\d{1,15}$/, 'the id of an event, such as 9f86d081-42');

/**
 * The first message of a stream, which is no event: from which place on it tells. `gap`: what was asked for is not
 * there any more, is from another log, or has not happened yet; whoever asked has to read the state anew.
 */
export const streamOpenedSchema = z.object({
  type: z.literal('stream_opened'),
  cursor: cursorSchema,
  gap: z.boolean(),
});
export type StreamOpened = z.infer<typeof streamOpenedSchema>;

/**
 * `GET /events`. `after` is a place (`Last-Event-ID` says the same and counts more), `start` for all that is kept, or
 * `now`, the default. `type` may have several types with commas. `follow=no` ends at what there is. `latest`:
 * begins with so many of the latest that match, and `after` says nothing then.
 */
export const eventsQuerySchema = z.object({
  after: z.union([z.enum(['start', 'now']), cursorSchema]).optional(),
  exerciseId: exerciseIdSchema.optional(),
  conversationId: z.string().max(100).optional(),
  type: z
    .string()
    .max(1000)
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(EVENT_TYPES)).max(EVENT_TYPES.length))
    .optional(),
  follow: z.enum(['yes', 'no']).default('yes'),
  latest: z.coerce.number().int().min(1).max(MAX_LATEST_EVENTS).optional(),
});
export type EventsQuery = z.infer<typeof eventsQuerySchema>;

/** Answers with server-sent events, each a `PracticeEvent` in JSON. */
export const EVENT_ROUTES = {
  events: { method: 'GET', path: '/events', response: z.unknown() },
  hook: HOOK_ROUTE,
} as const satisfies Record<string, Route>;
