import { PracticeError, sessionIdSchema } from '@agent-factory/protocol';
import { EVENT_ROUTES, hookRequestSchema } from '@agent-factory/protocol/events';
import type { Request } from 'express';
import type { AgentObservers } from '../agent-work/observers.js';
import { readBody } from './request-body.js';
import type { ServedRoute } from './served-route.js';

/** `POST /hooks/<session>`: an agent tells what it does. It waits for the answer, which decides nothing. */
export function hookRoute(observers: AgentObservers): ServedRoute {
  return {
    route: EVENT_ROUTES.hook,
    prove: (request, _response, next) => {
      observers.prove(sessionIdIn(request), bearerOf(request));
      next();
    },
    handler: (request, response) => {
      const body = readBody(request, hookRequestSchema);
      response.json({});
      observers.handleHook(sessionIdIn(request), body);
    },
  };
}

function sessionIdIn(request: Request): string {
  const parsed = sessionIdSchema.safeParse(request.params.sessionId);
  if (parsed.success) return parsed.data;
  throw new PracticeError('session_not_found', 'There is no such session.');
}

function bearerOf({ headers }: Request): string {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
