import type { LlmCall } from '../contract/report.js';
import type { AgentTokens, GatewayAgent } from './agent-tokens.js';
import type { Budget } from './cost/budget.js';
import type { Prices } from './cost/prices.js';
import type { Recordings } from './recording/recordings.js';
import type { Upstreams } from './upstreams.js';
import type { Refusal } from './vendors/vendor.js';

/** One answer that an agent was given. `tokensIn` has the cached ones in it. */
export interface ModelCall extends LlmCall {
  readonly cachedTokensIn: number;
  /** In the vendor's word; undefined, if the answer did not come to its end. */
  readonly stopReason: string | undefined;
  /** The model, or what guards it, would not do it. */
  readonly refusal: boolean;
  /** The tokens in are a guess by the size of the request: the answer broke off before they were told. */
  readonly estimated: boolean;
  /** What went wrong, or by which rule a recorded answer was chosen. */
  readonly note: string | undefined;
}

export interface GatewayOptions {
  readonly tokens: AgentTokens;
  readonly upstreams: Upstreams;
  readonly budget: Budget;
  readonly prices: Prices;
  readonly recordings?: Recordings | undefined;
  readonly onCall: (call: ModelCall) => void;
  /** The gateway itself said no; without an agent, if the token is of none. */
  readonly onRefused?: ((refusal: Refusal, agent: GatewayAgent | undefined) => void) | undefined;
  /** Something failed that the agent is not told: a recording that cannot be written, or a mistake of ours. */
  readonly onProblem: (error: unknown) => void;
  /** Milliseconds until a vendor has to begin its answer, and between two pieces of it. */
  readonly patience?: { readonly beginMs: number; readonly pauseMs: number } | undefined;
}

/** Below the 300 s at which the platform's own client gives up, so that the agent is told why. */
export const PATIENCE = { beginMs: 280_000, pauseMs: 280_000 } as const;
