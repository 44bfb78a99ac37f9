import { PracticeError, type Route } from '@agent-factory/protocol';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller, Guard } from '../access/guard.js';
import { keepCaller } from './caller.js';

/** What comes from a browser. */
const PAGES: ReadonlySet<Caller['kind']> = new Set(['page', 'workbench']);

/** How long a browser may remember a preflight answer, in seconds. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * Lets in whom the guard lets in, with CORS headers for pages. Every request that does more than read needs an
 * allowed Origin or the token; so do the routes that are not open.
 */
export function createAccessControl(guard: Guard): RequestHandler {
  return (request, response, next) => {
    // Synchronously, so that nothing behind a refused request is read before its answer is written.
    const caller = guard.recognise(request);
    keepCaller(response, caller);
    response.setHeader('Vary', 'Origin');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // This early, so that an allowed page can read the refusals below, too.
    if (caller.kind === 'page') response.setHeader('Access-Control-Allow-Origin', caller.origin);
    const reading = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    const admission = reading ? guard.identify(request) : guard.authorize(request);
    return admission.then(() => (request.method === 'OPTIONS' ? answerPreflight(request, response) : next()));
  };
}

/** For a route with a proof of its own. No page has that, and so none gets in, of whatever origin. */
export function createOwnDoor(guard: Guard): RequestHandler {
  return async (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    if (PAGES.has((await guard.identify(request)).kind))
      throw new PracticeError('origin_forbidden', 'This address is for programs alone, and no page may use it.');
    next();
  };
}

/** On routes that are not open, even reading needs an allowed Origin or the token. */
export function createAuthorization(guard: Guard, { isOpen = false }: Route): RequestHandler {
  return async (request, _response, next) => {
    if (!isOpen) await guard.authorize(request);
    next();
  };
}

function answerPreflight(request: Request, response: Response): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type, Accept');
  response.setHeader('Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS));
  // Browsers ask this before a public page may reach a loopback address.
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
  }
  response.status(204).end();
}
