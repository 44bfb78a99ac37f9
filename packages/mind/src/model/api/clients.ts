import type AnthropicClient from '@anthropic-ai/sdk';
import type { ApiAccess } from './access.js';
import { boundedFetch } from './bounded-fetch.js';

export type Sdk = typeof import('@anthropic-ai/sdk');

/** Bytes of one answer: what a model has found in the web comes with it. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Keys that clients are kept for; a student has two or three. */
const MAX_CLIENTS = 8;

const SILENT = { error: nothing, warn: nothing, info: nothing, debug: nothing };
function nothing(): void {}

/** One client for each key, made at its first call and used for all that follow (spec FR-093). */
export class Clients {
  readonly #clients = new Map<string, AnthropicClient>();
  #sdk: Promise<Sdk> | undefined;

  /** Loads it at the first call: most students only practise. */
  sdk(): Promise<Sdk> {
    this.#sdk ??= import('@anthropic-ai/sdk');
    return this.#sdk;
  }

  async of(access: ApiAccess): Promise<AnthropicClient> {
    const sdk = await this.sdk();
    const name = JSON.stringify([access.kind, access.secret, access.baseUrl]);
    const client = this.#clients.get(name) ?? makeClient(sdk, access);
    // The one that was used longest ago is first.
    this.#clients.delete(name);
    this.#clients.set(name, client);
    for (const oldest of [...this.#clients.keys()].slice(0, -MAX_CLIENTS)) this.#clients.delete(oldest);
    return client;
  }
}

function makeClient({ default: Anthropic }: Sdk, { kind, secret, baseUrl }: ApiAccess): AnthropicClient {
  return outsideEnvironment(
    () =>
      new Anthropic({
        apiKey: kind === 'key' ? secret : null,
        authToken: kind === 'token' ? secret : null,
        baseURL: baseUrl,
        webhookKey: null,
        // Each try needs its own money: see `tries.ts`.
        maxRetries: 0,
        fetch: boundedFetch(MAX_ANSWER_BYTES),
        // What it logs may hold what the student has written.
        logger: SILENT,
        logLevel: 'off',
        openTelemetry: false,
      }),
  );
}

/**
 * What the daemon's environment says is decided by who composes it. The SDK reads headers from it whatever it is given,
 * and only while a client is made.
 */
function outsideEnvironment<T>(make: () => T): T {
  const { env } = process;
  process.env = {};
  try {
    return make();
  } finally {
    process.env = env;
  }
}
