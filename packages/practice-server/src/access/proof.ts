import { createHmac } from 'node:crypto';
import { newSecret, sameSecret } from './secrets.js';

/** As `newSecret` makes them. */
const NONCE = /^[A-Za-z0-9_-]{43}$/;

/** A question that was never asked before. */
export function newNonce(): string {
  return newSecret();
}

export function isNonce(text: unknown): text is string {
  return typeof text === 'string' && NONCE.test(text);
}

/**
 * What only the daemon with this token on this port can answer to the nonce, without giving the token away.
 * The port keeps a program on another port from passing the question on to us.
 */
export function proofOf(token: string, asked: { nonce: string; port: number }): string {
  return createHmac('sha256', token).update(`practice-server ${asked.port} ${asked.nonce}`).digest('base64url');
}

export function isProof(given: string | undefined, token: string, asked: { nonce: string; port: number }): boolean {
  return given !== undefined && sameSecret(given, proofOf(token, asked));
}
