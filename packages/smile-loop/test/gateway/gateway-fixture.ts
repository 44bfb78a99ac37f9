import { AgentTokens, type GatewayAgent } from '../../src/gateway/agent-tokens.js';
import { Budget, type BudgetLimits } from '../../src/gateway/cost/budget.js';
import { builtInPrices } from '../../src/gateway/cost/prices.js';
import { createGateway } from '../../src/gateway/gateway.js';
import type { GatewayOptions, ModelCall } from '../../src/gateway/gateway-options.js';
import { upstreamsOf } from '../../src/gateway/upstreams.js';
import type { Refusal } from '../../src/gateway/vendors/vendor.js';
import { listen } from './fake-vendor.js';

export const SECRET = 'sk-the-authors-own-key';
export const STUDENT: GatewayAgent = { role: 'student', provider: 'claude', iteration: 1, mayUseWeb: false };

/** A gateway on loopback before a vendor, with a student's token. */
export async function startGateway(
  upstreamUrl: string,
  extra: Partial<GatewayOptions> & { limits?: BudgetLimits; env?: Record<string, string>; agent?: GatewayAgent } = {},
) {
  const calls: ModelCall[] = [];
  const refusals: Refusal[] = [];
  const problems: unknown[] = [];
  const tokens = new AgentTokens();
  const token = tokens.issue(extra.agent ?? STUDENT);
  const budget = new Budget(extra.limits ?? {});
  const base = {
    ANTHROPIC_BASE_URL: upstreamUrl,
    OPENAI_BASE_URL: `${upstreamUrl}/v1`,
    GOOGLE_GEMINI_BASE_URL: upstreamUrl,
  };
  const keys = extra.env ?? { ANTHROPIC_API_KEY: SECRET, OPENAI_API_KEY: SECRET, GEMINI_API_KEY: SECRET };
  const gateway = createGateway({
    ...{ tokens, budget, prices: builtInPrices(), upstreams: upstreamsOf({ ...base, ...keys }) },
    onCall: (call) => calls.push(call),
    onRefused: (refusal) => refusals.push(refusal),
    onProblem: (problem) => problems.push(problem),
    ...extra,
  });
  const server = await listen((request, response) => void gateway.handle(request, response));
  const ask = (path: string, body: unknown, init: RequestInit = {}) =>
    fetch(`${server.url}/model${path}`, {
      method: 'POST',
      headers: { 'x-api-key': token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...init,
    });
  return {
    ...{ calls, refusals, problems, tokens, token, budget, ask, url: server.url },
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
