import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** Unguessable text that is safe in an address and in a header: 256 random bits. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Compares in a time that does not depend on where the texts differ. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  // UTF-16 keeps every unit as it is; in UTF-8, all lone surrogates are written alike.
  return createHash('sha256').update(text, 'utf16le').digest();
}
