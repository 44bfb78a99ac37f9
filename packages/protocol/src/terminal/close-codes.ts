/**
 * Why the daemon closed a terminal connection, in the private range of RFC 6455. `retry` tells the
 * client what makes sense: `backoff` connects again by itself, `restart` asks `start` for a new
 * ticket first, `never` waits for the student.
 */
export const CLOSE_CODES = {
  going_away: { code: 1001, retry: 'backoff' },
  frame_too_large: { code: 1009, retry: 'never' },
  session_ended: { code: 4000, retry: 'never' },
  ticket_invalid: { code: 4001, retry: 'restart' },
  session_not_found: { code: 4002, retry: 'restart' },
  protocol_error: { code: 4004, retry: 'never' },
  attach_failed: { code: 4005, retry: 'backoff' },
  timed_out: { code: 4006, retry: 'backoff' },
  too_many_viewers: { code: 4007, retry: 'never' },
} as const satisfies Record<string, { code: number; retry: 'backoff' | 'restart' | 'never' }>;

export type CloseName = keyof typeof CLOSE_CODES;
export type RetryAdvice = (typeof CLOSE_CODES)[CloseName]['retry'];

/** What to do after a close with this code. Codes that no peer sent (1006: the network failed) are worth retrying. */
export function retryAdvice(code: number): RetryAdvice {
  const known = Object.values(CLOSE_CODES).find((entry) => entry.code === code);
  return known?.retry ?? (code === 1000 ? 'never' : 'backoff');
}
