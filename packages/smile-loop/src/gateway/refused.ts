import type { ServerResponse } from 'node:http';
import type { Refusal, RefusalCode, Vendor } from './vendors/vendor.js';

/** Statuses by which each CLI stops at once, but for `upstream_failed`, which it may try again. */
const STATUSES: Readonly<Record<RefusalCode, number>> = {
  token_unknown: 401,
  provider_mismatch: 403,
  path_unknown: 404,
  body_too_large: 413,
  body_unreadable: 400,
  not_signed_in: 401,
  budget_spent: 400,
  recording_missing: 400,
  upstream_failed: 502,
};

/** Ends a request with an error in the vendor's shape. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.refusal = { code, message };
  }

  get status(): number {
    return STATUSES[this.refusal.code];
  }
}

export function sendRefusal(response: ServerResponse, vendor: Vendor, { refusal, status }: Refused): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  // What was not read of the request is not read any more.
  const isCut = refusal.code === 'body_too_large';
  const headers = {
    'content-type': 'application/json',
    ...(status < 500 && { 'x-should-retry': 'false' }),
    ...(isCut && { connection: 'close' }),
  };
  response.writeHead(status, headers).end(JSON.stringify(vendor.errorBody(status, refusal)));
}
