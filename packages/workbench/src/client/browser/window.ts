import { browserClaims, type Claims } from './claims.js';
import { sessionStorageOfPage } from './storage.js';

/** What tells the windows of one browser apart, and which of them are there. */
export interface BrowserWindow {
  /** Remembers things for this window alone. */
  readonly session: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  readonly claims: Claims | undefined;
}

export function browserWindow(): BrowserWindow {
  return { session: sessionStorageOfPage(), claims: browserClaims() };
}
