import { type HistoryResponse, ROUTES } from '@agent-factory/protocol';
import type { RestOutcome } from './outcome.js';
import { call } from './rest.js';

/** How much of a history is wanted: at most so many lines above the screen, all of them by default. */
export interface HistoryWish {
  readonly lines?: number;
  /** Text alone, without colours. */
  readonly plain?: boolean;
}

/** tmux answers in milliseconds, and tens of megabytes arrive within seconds. */
const TIMEOUT_MS = 15_000;

/** Asks for what tmux holds of the session at this terminal address. Never throws. */
export function fetchHistory(terminalUrl: string, wish: HistoryWish): Promise<RestOutcome<HistoryResponse>> {
  const address = new URL(terminalUrl);
  address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:';
  address.pathname += '/history';
  if (wish.lines !== undefined) address.searchParams.set('lines', String(wish.lines));
  if (wish.plain === true) address.searchParams.set('style', 'plain');
  const route = { ...ROUTES.history, path: address.pathname + address.search };
  return call(address.origin, { route, timeoutMs: TIMEOUT_MS });
}
