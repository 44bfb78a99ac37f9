import { countOf, hasObject, type JsonObject, listOf, objectOf, textOf, without } from './json.js';
import type { Reading } from './reading.js';
import type { Refusal, Vendor } from './vendor.js';

/** Tools that run at the vendor and reach the web, and servers of tools that the vendor would call. */
const WEB_TOOL = /^(web_search|mcp$)/;
/** Codes of an error by which the vendor, and not a mistake, says no. */
const REFUSING_ERRORS = ['content_filter', 'content_policy_violation', 'invalid_prompt'];
const LAST_EVENTS = ['response.completed', 'response.incomplete', 'response.failed'];
const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};

/** Codex and the Responses API. Base URLs of this vendor end in `/v1`: a path has it once. */
export const openai: Vendor = {
  name: 'openai',
  provider: 'codex',
  endpoints: [
    { method: 'POST', path: /^(\/v1)?\/responses(\/compact)?$/, kind: 'answer' },
    { method: 'GET', path: /^(\/v1)?\/models(\/[\w.:-]+)?$/, kind: 'list' },
  ],
  upstreamPath: (path) => path.replace(/^\/v1(?=\/)/, ''),
  modelOf: (_, body) => textOf(body.model) ?? '',
  toolLists: (body) => [body.tools, ...listOf(body.input).map((item) => objectOf(item).tools)],
  withheld: ['background'],
  fetches: (body) => hasObject([body.input, body.prompt], isByAddress, []),
  withoutWeb,
  maxOutput: (body) => countOf(body.max_output_tokens),
  read,
  errorBody,
  errorEvent,
};

/** Newer models are told of their tools in items of the conversation. */
function toolsIn(item: unknown): readonly unknown[] {
  return listOf(objectOf(item).tools);
}

function withoutWeb(body: JsonObject): JsonObject {
  const whole = withoutWebInTools(body);
  const input = listOf(body.input);
  if (!input.some((item) => toolsIn(item).some(isWeb))) return whole;
  return { ...whole, input: input.map((item) => withoutWebInItem(item)) };
}

function withoutWebInItem(item: unknown): unknown {
  const tools = toolsIn(item);
  return tools.some(isWeb) ? { ...objectOf(item), tools: tools.filter((tool) => !isWeb(tool)) } : item;
}

function withoutWebInTools(body: JsonObject): JsonObject {
  const kept = listOf(body.tools).filter((tool) => !isWeb(tool));
  const choosesWeb = isWeb(body.tool_choice);
  if (kept.length === listOf(body.tools).length && !choosesWeb) return body;
  const rest = without(body, ['tools', ...(choosesWeb || kept.length === 0 ? ['tool_choice'] : [])]);
  const include = listOf(body.include).filter((what) => !String(what).startsWith('web_search_call'));
  return {
    ...rest,
    ...(kept.length > 0 && { tools: kept }),
    ...(body.include !== undefined && { include }),
  };
}

function isWeb(tool: unknown): boolean {
  return WEB_TOOL.test(textOf(objectOf(tool).type) ?? '');
}

/** An image or a file; their bytes come as an address too, of the kind `data:`. */
function isByAddress({ image_url: image, file_url: file }: JsonObject): boolean {
  const addresses = [image, objectOf(image).url, file].map(textOf).filter((address) => address !== undefined);
  return addresses.some((address) => !address.startsWith('data:'));
}

function read(reading: Reading, answer: JsonObject): void {
  const type = textOf(answer.type) ?? '';
  if (type === 'response.created') reading.model = textOf(objectOf(answer.response).model);
  if (type.startsWith('response.refusal.')) reading.refusal = true;
  if (type.endsWith('.delta')) reading.writtenChars += (textOf(answer.delta) ?? '').length;
  if (LAST_EVENTS.includes(type)) readResponse(reading, objectOf(answer.response));
  else if (/^response(\.compaction)?$/.test(textOf(answer.object) ?? '')) readResponse(reading, answer);
  if (type === 'error' || (answer.error && !type && answer.object === undefined)) readError(reading, answer);
}

function readResponse(reading: Reading, response: JsonObject): void {
  const usage = objectOf(response.usage);
  const reason = textOf(objectOf(response.incomplete_details).reason);
  const error = textOf(objectOf(response.error).code);
  reading.usage.input = countOf(usage.input_tokens);
  reading.usage.cacheRead = countOf(objectOf(usage.input_tokens_details).cached_tokens);
  reading.usage.output = countOf(usage.output_tokens);
  reading.model = textOf(response.model) ?? reading.model;
  reading.stopReason = reason ?? error ?? textOf(response.status);
  reading.refusal ||= reason === 'content_filter' || REFUSING_ERRORS.includes(error ?? '') || saysRefusal(response);
  reading.ended = true;
}

function saysRefusal(response: JsonObject): boolean {
  const contents = listOf(response.output).flatMap((item) => listOf(objectOf(item).content));
  return contents.some((content) => objectOf(content).type === 'refusal');
}

function readError(reading: Reading, answer: JsonObject): void {
  const code = textOf(objectOf(answer.error).code) ?? textOf(answer.code);
  reading.stopReason = code ?? 'error';
  reading.refusal ||= REFUSING_ERRORS.includes(code ?? '');
  reading.ended = true;
}

function errorBody(status: number, { code, message }: Refusal): JsonObject {
  const fallback = status >= 500 ? 'server_error' : 'invalid_request_error';
  const type = ERROR_TYPES[status] ?? fallback;
  return { error: { message: `${message} (${code})`, type, param: null, code } };
}

function errorEvent({ code, message }: Refusal): string {
  const response = {
    object: 'response',
    status: 'failed',
    output: [],
    error: { code, message: `${message} (${code})` },
  };
  return `event: response.failed\ndata: ${JSON.stringify({ type: 'response.failed', response })}\n\n`;
}
