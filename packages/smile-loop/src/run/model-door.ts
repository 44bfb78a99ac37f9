import { join } from 'node:path';
import type { Proxy as ServedProxy } from '../api/serve.js';
import type { Config } from '../config/schema.js';
import type { Role } from '../contract/agents.js';
import type { LlmCall } from '../contract/report.js';
import { AgentTokens } from '../gateway/agent-tokens.js';
import { Budget, type Spent } from '../gateway/cost/budget.js';
import { builtInPrices, loadPrices } from '../gateway/cost/prices.js';
import { createGateway, type Gateway } from '../gateway/gateway.js';
import type { ModelCall } from '../gateway/gateway-options.js';
import { allowedHosts } from '../gateway/proxy/allowed-hosts.js';
import { createProxy, type Proxy as HostProxy } from '../gateway/proxy/proxy.js';
import { Recordings } from '../gateway/recording/recordings.js';
import { type Upstreams, upstreamsOf } from '../gateway/upstreams.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ModelDoorOptions {
  readonly config: Config;
  readonly env: Environment;
  /** The run's folder. */
  readonly folder: string;
  /** Hosts that the tutorial names. */
  readonly hosts: readonly string[];
  /** A folder of recorded answers that take the place of the vendors. */
  readonly replayFrom?: string | undefined;
  /** What the run has used before, where it goes on. */
  readonly before: Spent;
  readonly onSpent: (spent: Spent) => void;
  readonly onCall: (call: LlmCall) => void;
  readonly onDenied: (host: string) => void;
  readonly onProblem: (error: unknown) => void;
}

/** The one way out of the containers: the models of both agents, and the hosts that each may reach. */
export class ModelDoor implements AsyncDisposable {
  readonly tokens: AgentTokens;
  readonly budget: Budget;
  readonly gateway: Gateway;
  readonly #proxies: Readonly<Record<Role, HostProxy>>;
  /** Whose container runs now: one at a time. */
  #role: Role = 'student';

  /** @throws SmileError `config_…` for prices, `state_unreadable` for recorded answers */
  static async open(options: ModelDoorOptions): Promise<ModelDoor> {
    const { config, env, folder, replayFrom } = options;
    const upstreams = upstreamsOf(env);
    const prices = env.SMILE_PRICES ? await loadPrices(env.SMILE_PRICES) : builtInPrices();
    const [place, mode] = recordingsOf(config, folder, replayFrom);
    const recordings = await Recordings.open(place, mode);
    return new ModelDoor(options, { upstreams, prices, recordings });
  }

  private constructor(
    options: ModelDoorOptions,
    parts: { upstreams: Upstreams; prices: ReturnType<typeof builtInPrices>; recordings: Recordings },
  ) {
    const { config, hosts, before, onSpent, onCall, onDenied, onProblem } = options;
    this.tokens = new AgentTokens();
    this.budget = new Budget(config.budget ?? {}, { before, onChange: onSpent });
    const { tokens, budget } = this;
    this.gateway = createGateway({ tokens, budget, ...parts, onCall: (call) => onCall(llmCall(call)), onProblem });
    const { allowNetwork, allowedHosts: extra, mentor } = config;
    const denied = (host: string) => onDenied(host);
    this.#proxies = {
      student: createProxy({ rules: allowedHosts(hosts, extra, { allowNetwork }), onDenied: denied }),
      mentor: createProxy({ rules: allowedHosts(hosts, extra, { allowNetwork: mentor.web }), onDenied: denied }),
    };
  }

  /** From now on, hosts are reached by the rules of this role. */
  set role(role: Role) {
    this.#role = role;
  }

  get proxy(): ServedProxy {
    return {
      request: (request, response) => this.#proxies[this.#role].handleRequest(request, response),
      connect: (request, socket, head) => this.#proxies[this.#role].handleConnect(request, socket, head),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.gateway[Symbol.asyncDispose]();
    await Promise.all(Object.values(this.#proxies).map((proxy) => proxy[Symbol.asyncDispose]()));
  }
}

function recordingsOf({ cache, outputDir }: Config, folder: string, replayFrom: string | undefined) {
  if (replayFrom !== undefined) return [replayFrom, 'replay'] as const;
  return cache ? ([join(outputDir, 'cache'), 'cache'] as const) : ([join(folder, 'model'), 'record'] as const);
}

function llmCall({
  agent,
  provider,
  model,
  iteration,
  tokensIn,
  tokensOut,
  usd,
  durationMs,
  status,
  cached,
}: ModelCall) {
  return { agent, provider, model, iteration, tokensIn, tokensOut, usd, durationMs, status, cached };
}
