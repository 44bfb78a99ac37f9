import { countOf, hasObject, type JsonObject, listOf, objectOf, textOf, without } from './json.js';
import type { Reading } from './reading.js';
import type { Refusal, Vendor } from './vendor.js';

/** Tools that run at the vendor and reach the web, and servers of tools that the vendor would call. */
const WEB_TOOL = /^(web_search|web_fetch|mcp_toolset)/;

/** What a model hands to a tool is of any shape, and nothing of it is fetched. */
const INPUTS = ['input'];

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
};

/** Claude Code and the Messages API. */
export const anthropic: Vendor = {
  name: 'anthropic',
  provider: 'claude',
  endpoints: [
    { method: 'POST', path: /^\/v1\/messages$/, kind: 'answer' },
    { method: 'POST', path: /^\/v1\/messages\/count_tokens$/, kind: 'count' },
    { method: 'GET', path: /^\/v1\/models(\/[\w.:-]+)?$/, kind: 'list' },
    { method: 'HEAD', path: /^\/?$/, kind: 'probe' },
  ],
  upstreamPath: (path) => path,
  modelOf: (_, body) => textOf(body.model) ?? '',
  toolLists: (body) => [body.tools],
  withheld: [],
  fetches: (body) => hasObject([body.messages, body.system], isByAddress, INPUTS),
  withoutWeb,
  maxOutput: (body) => countOf(body.max_tokens),
  read,
  errorBody,
  errorEvent: (refusal) => `event: error\ndata: ${JSON.stringify(errorBody(502, refusal))}\n\n`,
};

function withoutWeb(body: JsonObject): JsonObject {
  const tools = listOf(body.tools);
  const gone = tools.map(objectOf).filter(isWeb);
  if (gone.length === 0 && body.mcp_servers === undefined) return body;
  const kept = tools.filter((tool) => !isWeb(objectOf(tool)));
  const named = textOf(objectOf(body.tool_choice).name);
  const choosesGone = gone.some(({ name }) => name === named) || kept.length === 0;
  const rest = without(body, ['tools', 'mcp_servers', ...(choosesGone ? ['tool_choice'] : [])]);
  return kept.length > 0 ? { ...rest, tools: kept } : rest;
}

function isWeb({ type }: JsonObject): boolean {
  return WEB_TOOL.test(textOf(type) ?? '');
}

/** An image or a document, in a message or in the result of a tool. */
function isByAddress({ source }: JsonObject): boolean {
  return objectOf(source).type === 'url' || textOf(objectOf(source).url) !== undefined;
}

function read(reading: Reading, answer: JsonObject): void {
  if (answer.type === 'message_start') readMessage(reading, objectOf(answer.message));
  if (answer.type === 'message') {
    readMessage(reading, answer);
    reading.ended = true;
  }
  if (answer.type === 'content_block_delta') {
    const { text, thinking, partial_json } = objectOf(answer.delta);
    reading.writtenChars += (textOf(text ?? thinking ?? partial_json) ?? '').length;
  }
  if (answer.type === 'message_delta') {
    readUsage(reading, objectOf(answer.usage));
    readStop(reading, objectOf(answer.delta).stop_reason);
  }
  if (answer.type === 'message_stop') reading.ended = true;
  if (answer.type === 'error') {
    reading.stopReason = 'error';
    reading.ended = true;
  }
}

function readMessage(reading: Reading, message: JsonObject): void {
  reading.model = textOf(message.model) ?? reading.model;
  readUsage(reading, objectOf(message.usage));
  readStop(reading, message.stop_reason);
}

function readStop(reading: Reading, value: unknown): void {
  reading.stopReason = textOf(value) ?? reading.stopReason;
  reading.refusal ||= value === 'refusal';
}

/** Counts grow within a stream, and an event may leave out those that have not changed. */
function readUsage({ usage }: Reading, told: JsonObject): void {
  const long = countOf(objectOf(told.cache_creation).ephemeral_1h_input_tokens);
  const fresh = Math.max(usage.input - usage.cacheRead - usage.cacheWrite - usage.cacheWriteLong, 0);
  usage.cacheWriteLong = Math.max(usage.cacheWriteLong, long);
  const written = countOf(told.cache_creation_input_tokens);
  usage.cacheWrite = Math.max(usage.cacheWrite, written - usage.cacheWriteLong, 0);
  usage.cacheRead = Math.max(usage.cacheRead, countOf(told.cache_read_input_tokens));
  const nowFresh = Math.max(fresh, countOf(told.input_tokens));
  usage.input = nowFresh + usage.cacheRead + usage.cacheWrite + usage.cacheWriteLong;
  usage.output = Math.max(usage.output, countOf(told.output_tokens));
}

function errorBody(status: number, { code, message }: Refusal): JsonObject {
  const type = ERROR_TYPES[status] ?? 'api_error';
  return { type: 'error', error: { type, message: `${message} (${code})`, details: { code } } };
}
