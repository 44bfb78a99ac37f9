import type { ServerResponse } from 'node:http';
import type { Refusal, RefusalCode, Vendor } from './vendors/vendor.js';

/** Statuses by which each CLI stops at once, but for `upstream_failed` and `too_many_calls`, which it may try again. */
const STATUSES: Readonly<Record<RefusalCode, number>> = {
  token_unknown: 401,
  provider_mismatch: 403,
  path_unknown: 404,
  body_too_large: 413,
  body_unreadable: 400,
  content_by_address: 400,
  not_signed_in: 401,
  budget_spent: 400,
  too_many_calls: 429,
  recording_missing: 400,
  upstream_failed: 502,
};

/**
 * Seconds after which a request that came beside too many others is to be sent again: Claude Code does so ten times,
 * and the calls under way take about a minute. Gemini CLI does too, in its own time; Codex ends its turn.
 */
export const RETRY_AFTER_S = 15;

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
    ...(status < 500 && { 'x-should-retry': String(status === 429) }),
    ...(status === 429 && { 'retry-after': String(RETRY_AFTER_S) }),
    ...(isCut && { connection: 'close' }),
  };
  response.writeHead(status, headers).end(JSON.stringify(vendor.errorBody(status, refusal)));
}
