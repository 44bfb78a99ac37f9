import type { z } from 'zod';

/** A route of the daemon: both sides parse with its schemas. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Largest body in bytes; `MAX_REQUEST_BYTES` where nothing is said. */
  readonly maxBytes?: number;
  /** Every program of this user may read it. Every other route needs an allowed Origin or the bearer token. */
  readonly isOpen?: boolean;
  readonly request?: z.ZodType;
  readonly response: z.ZodType;
}
