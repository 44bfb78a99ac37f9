import type { IncomingMessage } from 'node:http';
import type { AgentTokens, GatewayAgent } from './agent-tokens.js';
import { tokenOf } from './headers.js';
import { readBody } from './read-body.js';
import { Refused } from './refused.js';
import { isDeeperThan, type JsonObject, listOf, without } from './vendors/json.js';
import type { RequestKind, Vendor, VendorName } from './vendors/vendor.js';
import { VENDORS } from './vendors/vendors.js';

/** A request of an agent whose token, path and body are right. */
export interface Exchange {
  readonly vendor: Vendor;
  readonly agent: GatewayAgent;
  readonly kind: RequestKind;
  readonly method: string;
  readonly path: string;
  /** With its question mark, without a key; else empty. */
  readonly query: string;
  readonly model: string;
  readonly body: JsonObject | undefined;
  /** What goes to the vendor: what was read of the agent's request, written anew, so that both read the same. */
  readonly bytes: Buffer;
}

/** Lists and objects within each other: far more than a tool's schema has, and far less than the stack can take. */
const MAX_DEPTH = 500;

interface Target {
  readonly vendor: Vendor;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Undefined for what is not below the path of a vendor. */
export function targetOf(url: string): Target | undefined {
  const [whole = '', query = ''] = url.split('?', 2);
  const [, name = '', path = ''] = /^\/model\/([a-z]+)(\/.*)?$/.exec(whole) ?? [];
  if (!Object.hasOwn(VENDORS, name)) return undefined;
  return { vendor: VENDORS[name as VendorName], path: path || '/', query: new URLSearchParams(query) };
}

export function agentFor(target: Target, incoming: IncomingMessage, tokens: AgentTokens): GatewayAgent {
  const agent = tokens.agentOf(tokenOf(incoming.headers, target.query));
  if (!agent) throw new Refused('token_unknown', 'This key belongs to no agent that is running.');
  if (agent.provider !== target.vendor.provider) {
    throw new Refused('provider_mismatch', `The key of an agent of ${agent.provider} opens no other vendor.`);
  }
  return agent;
}

/** Throws `Refused`. */
export async function exchangeOf(
  { vendor, path, query }: Target,
  incoming: IncomingMessage,
  agent: GatewayAgent,
): Promise<Exchange> {
  const method = incoming.method ?? '';
  const endpoint = vendor.endpoints.find((one) => one.method === method && one.path.test(path));
  if (!endpoint) throw new Refused('path_unknown', `${method} ${path} is nothing that an agent may ask for.`);
  const bytes = await readBody(incoming);
  if (!bytes) throw new Refused('body_too_large', 'The request is larger than 32 MB.');
  const body = method === 'POST' ? admitted(vendor, parse(bytes), agent) : undefined;
  query.delete('key');
  return {
    ...{ vendor, agent, method, path, body },
    kind: endpoint.kind,
    query: query.size > 0 ? `?${query}` : '',
    model: vendor.modelOf(path, body ?? {}),
    bytes: body ? Buffer.from(JSON.stringify(body)) : bytes,
  };
}

/** What a vendor may be asked for this agent. */
function admitted(vendor: Vendor, asked: JsonObject, { mayUseWeb }: GatewayAgent): JsonObject {
  if (!vendor.toolLists(asked).every(isListOfObjects)) {
    throw new Refused('body_unreadable', 'The tools of the request are no list of objects.');
  }
  const body = without(asked, vendor.withheld);
  if (mayUseWeb) return body;
  if (vendor.fetches(body)) {
    throw new Refused(
      'content_by_address',
      'The request names an address to fetch, and this agent may not use the web.',
    );
  }
  return vendor.withoutWeb(body);
}

function isListOfObjects(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return (
    Array.isArray(value) && listOf(value).every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
  );
}

function parse(bytes: Buffer): JsonObject {
  const value = jsonOf(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refused('body_unreadable', 'The body of the request is no JSON object.');
  }
  if (isDeeperThan(MAX_DEPTH, value)) {
    throw new Refused('body_unreadable', 'The body of the request is nested too deeply.');
  }
  return value as JsonObject;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
