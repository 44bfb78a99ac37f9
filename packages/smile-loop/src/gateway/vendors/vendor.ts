import type { Provider } from '../../contract/agents.js';
import type { JsonObject } from './json.js';
import type { Reading } from './reading.js';

const VENDOR_NAMES = ['anthropic', 'openai', 'google'] as const;
export type VendorName = (typeof VENDOR_NAMES)[number];

/** What a request is for: an answer of the model, which costs; a count or a list, which does not; a sign of life. */
export type RequestKind = 'answer' | 'count' | 'list' | 'probe';

/** Why the gateway itself says no. */
export type RefusalCode =
  | 'token_unknown'
  | 'provider_mismatch'
  | 'path_unknown'
  | 'body_too_large'
  | 'body_unreadable'
  | 'not_signed_in'
  | 'content_by_address'
  | 'budget_spent'
  | 'too_many_calls'
  | 'recording_missing'
  | 'upstream_failed';

export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

/** One kind of request, by method and path behind `/model/<vendor>`. */
interface Endpoint {
  readonly method: string;
  readonly path: RegExp;
  readonly kind: RequestKind;
}

/** How the CLI of one vendor talks to its models. */
export interface Vendor {
  readonly name: VendorName;
  readonly provider: Provider;
  /** All that is passed on: the author's key opens more than an agent has any business with. */
  readonly endpoints: readonly Endpoint[];
  /** The path as it is put behind the base URL of the vendor. */
  upstreamPath(path: string): string;
  modelOf(path: string, body: JsonObject): string;
  /** All that has to be a list of tools in a request, where it is there. */
  toolLists(body: JsonObject): readonly unknown[];
  /** Members that are taken out of every request: by them an answer comes later, where nobody counts what it costs. */
  readonly withheld: readonly string[];
  /** Whether the content of a request names an address for the vendor to fetch. */
  fetches(body: JsonObject): boolean;
  /** Without the tools by which the vendor itself reaches the web. The very same object, if there are none. */
  withoutWeb(body: JsonObject): JsonObject;
  /** Tokens of the answer at most, as a request asks for; 0 where it does not say. */
  maxOutput(body: JsonObject): number;
  /** Takes in an event of a stream, or a whole answer. */
  read(reading: Reading, answer: JsonObject): void;
  errorBody(status: number, refusal: Refusal): JsonObject;
  /** Ends a stream that has begun and cannot be finished, as server-sent events. */
  errorEvent(refusal: Refusal): string;
}
