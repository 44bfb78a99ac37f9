import type { Route } from '@agent-factory/protocol';
import type { Request, RequestHandler, Response } from 'express';
import type { Guard } from '../access/guard.js';

/** How long a browser may remember a preflight answer, in seconds. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * Lets in whom the guard lets in, with CORS headers for pages. Whatever is not reading needs an allowed
 * Origin or the token; so do the routes that are not open.
 */
export function createAccessControl(guard: Guard): RequestHandler {
  return (request, response, next) => {
    // At once, so that nothing that comes behind a refused request is read before its answer is written.
    const caller = guard.recognise(request);
    response.setHeader('Vary', 'Origin');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // An allowed page can read the refusals that follow, too.
    if (caller.kind === 'page') response.setHeader('Access-Control-Allow-Origin', caller.origin);
    const reading = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    const admission = reading ? guard.identify(request) : guard.authorize(request);
    return admission.then(() => (request.method === 'OPTIONS' ? answerPreflight(request, response) : next()));
  };
}

/** For the routes that are not open: an allowed Origin or the token is needed for reading, too. */
export function createAuthorization(guard: Guard, { isOpen = false }: Route): RequestHandler {
  return async (request, _response, next) => {
    if (!isOpen) await guard.authorize(request);
    next();
  };
}

function answerPreflight(request: Request, response: Response): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type, Accept');
  response.setHeader('Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS));
  // Asked by browsers before a public page may reach a loopback address.
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
  }
  response.status(204).end();
}
