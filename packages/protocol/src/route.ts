import type * as z from 'zod';

/** A route of the daemon: both sides parse with its schemas. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Largest body in bytes; by default `MAX_REQUEST_BYTES`. */
  readonly maxBytes?: number;
  /** Open routes can be read by every program of this user. All others need an allowed Origin or the bearer token. */
  readonly isOpen?: boolean;
  readonly request?: z.ZodType;
  readonly response: z.ZodType;
}
