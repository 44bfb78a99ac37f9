import {
  decodeJson,
  type HistoryResponse,
  type HistoryStreamRow,
  historyResponseSchema,
  historyStreamRowSchema,
  NDJSON,
  ROUTES,
} from '@agent-factory/protocol';
import { readLines } from './ndjson.js';
import { type RestOutcome, unexpected, unreachable } from './outcome.js';
import { readJson } from './read.js';
import { send } from './rest.js';

/** How much of a history is wanted: at most this many lines above the screen; all of them by default. */
export interface HistoryWish {
  readonly lines?: number;
  /** Text alone, without colours. */
  readonly plain?: boolean;
}

/** tmux answers in milliseconds, and tens of megabytes arrive within seconds. */
const TIMEOUT_MS = 15_000;

/** How long to read rows before the page may do something else, in milliseconds: half a frame. */
const READ_FOR_MS = 8;

/** Asks for what tmux holds of the session at this terminal address, in pieces. Never throws. */
export async function fetchHistory(terminalUrl: string, wish: HistoryWish): Promise<RestOutcome<HistoryResponse>> {
  const address = new URL(terminalUrl);
  address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:';
  address.pathname += '/history';
  if (wish.lines !== undefined) address.searchParams.set('lines', String(wish.lines));
  if (wish.plain === true) address.searchParams.set('style', 'plain');
  const route = { ...ROUTES.history, path: address.pathname + address.search };
  const response = await send(address.origin, { route, timeoutMs: TIMEOUT_MS }, NDJSON);
  return response.ok ? readHistory(response.value) : response;
}

async function readHistory(response: Response): Promise<RestOutcome<HistoryResponse>> {
  const streamed = response.headers.get('content-type')?.includes(NDJSON) ?? false;
  if (!streamed || response.body === null) return readJson(response, historyResponseSchema);
  try {
    return await readRows(readLines(response.body));
  } catch {
    return brokenOff();
  }
}

async function readRows(lines: AsyncIterable<string>): Promise<RestOutcome<HistoryResponse>> {
  const texts: string[] = [];
  let facts: Omit<HistoryResponse, 'text'> | undefined;
  let since = performance.now();
  for await (const line of lines) {
    const row = decodeJson<HistoryStreamRow>(historyStreamRowSchema, line);
    if (!row.ok) return unexpected(`A row of the history is invalid: ${row.issues.join('; ')}`);
    if (row.value.type === 'facts') facts = row.value.facts;
    else if (row.value.type === 'text') texts.push(row.value.text);
    else if (facts !== undefined) return { ok: true, value: { ...facts, text: texts.join('') } };
    if (performance.now() - since < READ_FOR_MS) continue;
    await breathe();
    since = performance.now();
  }
  return brokenOff();
}

function brokenOff(): RestOutcome<never> {
  return unreachable('The practice server’s answer was cut off.');
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
