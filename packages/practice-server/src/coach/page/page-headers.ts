import type { Response } from 'express';

/**
 * What the page may do: run its own scripts and talk to this daemon. The editor and the terminal write styles into the
 * page as they go, so these cannot be named beforehand.
 */
export function protectPage(response: Response, port: number): void {
  // Terminals name their socket in full. A policy has no form for IPv6 addresses.
  const sockets = ['localhost', '127.0.0.1'].map((name) => `ws://${name}:${port}`).join(' ');
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': `'self' ${sockets}`,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  };
  response.setHeader('Content-Security-Policy', policyText(policy));
  protectAny(response);
}

/** A page that only says something. */
export function protectNotice(response: Response): void {
  response.setHeader('Content-Security-Policy', policyText({ 'default-src': "'none'", 'frame-ancestors': "'none'" }));
  protectAny(response);
}

function protectAny(response: Response): void {
  // The address of the first visit has a token in it.
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
}

function policyText(policy: Record<string, string>): string {
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
