import { randomBytes } from 'node:crypto';
import type { Provider, Role } from '../contract/agents.js';

/** 256 bits: nobody guesses one. */
const TOKEN_BYTES = 32;

/** One run of an agent, as the gateway has to know it. */
export interface GatewayAgent {
  readonly role: Role;
  readonly provider: Provider;
  readonly iteration: number;
  /** Whether the tools of the vendor that reach the web are left in what it asks. */
  readonly mayUseWeb: boolean;
}

/** Who may speak to the gateway: each run of an agent has a token of its own, until it ends. */
export class AgentTokens {
  readonly #agents = new Map<string, GatewayAgent>();

  issue(agent: GatewayAgent): string {
    const token = `smile-${randomBytes(TOKEN_BYTES).toString('hex')}`;
    this.#agents.set(token, agent);
    return token;
  }

  end(token: string): void {
    this.#agents.delete(token);
  }

  agentOf(token: string): GatewayAgent | undefined {
    return this.#agents.get(token);
  }
}
