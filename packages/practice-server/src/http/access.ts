import type { Request, RequestHandler, Response } from 'express';
import type { Guard } from '../access/guard.js';

/** How long a browser may remember a preflight answer, in seconds. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * Lets in whom the guard lets in, with CORS headers for pages. Reading is for every program of this
 * machine; everything else needs an allowed Origin or the token.
 */
export function createAccessControl(guard: Guard): RequestHandler {
  return (request, response, next) => {
    const reading = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    const caller = reading ? guard.identify(request) : guard.authorize(request);
    response.setHeader('Vary', 'Origin');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (caller.kind === 'page') response.setHeader('Access-Control-Allow-Origin', caller.origin);
    if (request.method !== 'OPTIONS') return next();
    answerPreflight(request, response);
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
