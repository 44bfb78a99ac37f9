import { setTimeout as wait } from 'node:timers/promises';
import { PracticeError } from '@agent-factory/protocol';
import type { ClientConnection } from '@agentclientprotocol/sdk';
import { asList, asObject, asText, type Json } from '../../json.js';
import { hung } from '../pending.js';

/** Requests to an ACP agent. They reject with `agent_failed`. */
export class AcpRequests {
  readonly #connection: ClientConnection;
  readonly #answerMs: number;
  #ended: PracticeError | undefined;

  /** @param answerMs longest wait for an answer that is no turn */
  constructor(connection: ClientConnection, answerMs: number) {
    this.#connection = connection;
    this.#answerMs = answerMs;
  }

  /** The agent has ended: whatever waits fails with this. */
  ended(error: PracticeError): void {
    this.#ended = error;
  }

  /** One that may take as long as it likes. */
  async send(method: string, params: Json): Promise<unknown> {
    try {
      return await this.#connection.agent.request<unknown, unknown>(method, params);
    } catch (error) {
      throw this.#ended ?? refused(reasonOf(error));
    }
  }

  /** One that is answered soon, or never. */
  async ask(method: string, params: Json): Promise<unknown> {
    const timeout = new AbortController();
    const late = wait(this.#answerMs, undefined, { signal: timeout.signal }).then(
      () => Promise.reject(hung(method)),
      () => undefined,
    );
    try {
      return await Promise.race([this.send(method, params), late]);
    } finally {
      timeout.abort();
    }
  }
}

export function refused(why: string): PracticeError {
  return new PracticeError('agent_failed', `The agent refused: ${why}`, { reason: 'refused' });
}

function reasonOf(error: unknown): string {
  const { message, data } = asObject(
    error instanceof Error ? { message: error.message, data: asObject(error).data } : {},
  );
  const details = asText(asObject(data).details) ?? asList(asObject(data).issues).map(String).join(', ');
  return [asText(message), details].filter((part) => part).join(': ') || 'it did not say why';
}
