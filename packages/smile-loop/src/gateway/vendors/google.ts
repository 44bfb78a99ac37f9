import { countOf, hasObject, type JsonObject, listOf, objectOf, textOf, without } from './json.js';
import type { Reading } from './reading.js';
import type { Refusal, Vendor } from './vendor.js';

/** Tools that run at the vendor and reach the web, in both spellings that the API takes. */
const WEB_TOOLS = [
  'googleSearch',
  'google_search',
  'googleSearchRetrieval',
  'google_search_retrieval',
  'enterpriseWebSearch',
  'enterprise_web_search',
  'urlContext',
  'url_context',
  'googleMaps',
  'google_maps',
  'mcpServers',
  'mcp_servers',
];
/** What a model hands to a function and gets from it is of any shape, and nothing of it is fetched; nor is what tells of tools. */
const ANY_SHAPE = ['args', 'response', 'tools'];
/** Reasons to stop that are a refusal of the model or of what guards it. */
const REFUSING = ['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII', 'IMAGE_SAFETY'];
const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
};

/** Gemini CLI and the Gemini API. */
export const google: Vendor = {
  name: 'google',
  provider: 'gemini',
  endpoints: [
    {
      method: 'POST',
      path: /^\/v1(beta|alpha)?\/models\/[\w.-]+:(generateContent|streamGenerateContent)$/,
      kind: 'answer',
    },
    { method: 'POST', path: /^\/v1(beta|alpha)?\/models\/[\w.-]+:countTokens$/, kind: 'count' },
    { method: 'GET', path: /^\/v1(beta|alpha)?\/models(\/[\w.-]+)?$/, kind: 'list' },
  ],
  upstreamPath: (path) => path,
  modelOf: (path) => /\/models\/([\w.-]+)/.exec(path)?.[1] ?? '',
  toolLists: (body) => [body.tools],
  withheld: [],
  fetches: (body) => hasObject(body, isByAddress, ANY_SHAPE),
  withoutWeb,
  maxOutput: (body) => {
    const { maxOutputTokens, max_output_tokens } = objectOf(body.generationConfig ?? body.generation_config);
    return countOf(maxOutputTokens ?? max_output_tokens);
  },
  read,
  errorBody,
  errorEvent: (refusal) => `data: ${JSON.stringify(errorBody(502, refusal))}\n\n`,
};

function withoutWeb(body: JsonObject): JsonObject {
  const tools = listOf(body.tools);
  if (!tools.some((tool) => WEB_TOOLS.some((name) => name in objectOf(tool)))) return body;
  const kept = tools.map((tool) => without(objectOf(tool), WEB_TOOLS)).filter((tool) => Object.keys(tool).length > 0);
  if (kept.length > 0) return { ...body, tools: kept };
  return without(body, ['tools', 'toolConfig', 'tool_config']);
}

/** Also in the spelling of the protocol that the API takes. */
function isByAddress({ fileUri, file_uri }: JsonObject): boolean {
  return textOf(fileUri) !== undefined || textOf(file_uri) !== undefined;
}

function read(reading: Reading, answer: JsonObject): void {
  readUsage(reading, objectOf(answer.usageMetadata));
  reading.model = textOf(answer.modelVersion) ?? reading.model;
  const finished = textOf(objectOf(listOf(answer.candidates)[0]).finishReason);
  const blocked = textOf(objectOf(answer.promptFeedback).blockReason);
  const reason = blocked ?? finished;
  reading.refusal ||= blocked !== undefined || REFUSING.includes(finished ?? '');
  reading.stopReason = reason ?? (answer.error === undefined ? reading.stopReason : 'error');
  reading.ended ||= reason !== undefined || answer.error !== undefined;
}

/** Every event tells the counts anew, and the last one counts. */
function readUsage({ usage }: Reading, told: JsonObject): void {
  const input = countOf(told.promptTokenCount) + countOf(told.toolUsePromptTokenCount);
  usage.input = Math.max(usage.input, input);
  usage.cacheRead = Math.max(usage.cacheRead, countOf(told.cachedContentTokenCount));
  usage.output = Math.max(usage.output, countOf(told.candidatesTokenCount) + countOf(told.thoughtsTokenCount));
}

function errorBody(status: number, { code, message }: Refusal): JsonObject {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code, domain: 'smile-loop' }];
  return {
    error: { code: status, message: `${message} (${code})`, status: STATUSES[status] ?? 'UNAVAILABLE', details },
  };
}
