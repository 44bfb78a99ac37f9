import { PracticeError } from '@agent-factory/protocol';
import type { Collection, EmbeddingFunction } from 'chromadb';
import * as z from 'zod';
import type { MemoryHost } from '../keeper.js';
import { DIMENSIONS, EMBEDDING_VERSION, embed } from '../meaning/embed.js';
import { reasonOf } from '../reason.js';
import { type ChromaAddress, chromaAddress } from './address.js';

/** All memories of all projects are in it (spec FR-097). */
export const COLLECTION = 'paige_memories';

/** How long ChromaDB may take, in milliseconds: to be found, and to answer once. */
export interface ChromaLimits {
  readonly connectMs: number;
  readonly answerMs: number;
}
export const CHROMA_LIMITS: ChromaLimits = { connectMs: 3000, answerMs: 10_000 };

/** The server's default would have a model on the machine, and the client's would download one. */
const OUR_EMBEDDING: EmbeddingFunction = {
  name: `practice-${DIMENSIONS}-${EMBEDDING_VERSION}`,
  generate: async (texts) => texts.map((text) => [...embed(text)]),
  defaultSpace: () => 'cosine',
  supportedSpaces: () => ['cosine'],
};

interface Live {
  readonly collection: Collection;
  /** Ends all that is being asked. */
  readonly asking: AbortController;
}

/**
 * The way to the collection: looked for when it is needed, lost when anything fails, looked for again with the next call.
 * Each request has an end.
 */
export class ChromaConnection {
  readonly address: ChromaAddress;
  readonly #host: MemoryHost;
  readonly #limits: ChromaLimits;
  readonly #closing = new AbortController();
  #live: Live | undefined;
  #connecting: Promise<Live> | undefined;
  /** Undefined until it was looked for. */
  #wasReached: boolean | undefined;

  constructor(host: MemoryHost, url: string, limits: ChromaLimits) {
    this.#host = host;
    this.#limits = limits;
    this.address = chromaAddress(url);
  }

  /** Throws `memory_unavailable`. */
  async collection(): Promise<Collection> {
    return (await this.#connected()).collection;
  }

  /** Asks the collection one thing. Throws `memory_unavailable` whatever fails: then it is looked for again the next time. */
  async ask<T>(question: (collection: Collection) => Promise<T>): Promise<T> {
    const live = await this.#connected();
    try {
      return await this.#bounded(live.asking, this.#limits.answerMs, question(live.collection));
    } catch (error) {
      if (this.#live === live) this.#lose(error);
      throw this.#unavailable(error);
    }
  }

  close(): void {
    this.#closing.abort(new Error('The practice server closes'));
    this.#live = undefined;
  }

  async #connected(): Promise<Live> {
    if (this.#live !== undefined) return this.#live;
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return await this.#connecting;
  }

  async #connect(): Promise<Live> {
    const asking = new AbortController();
    try {
      const collection = await this.#bounded(asking, this.#limits.connectMs, this.#find(asking.signal));
      this.#live = { collection, asking };
    } catch (error) {
      this.#lose(error);
      throw this.#unavailable(error);
    }
    if (this.#wasReached !== true)
      this.#host.logInfo(`ChromaDB connected — collection ${COLLECTION} ready`, {
        url: this.address.shown,
        recovered: this.#wasReached === false,
      });
    this.#wasReached = true;
    return this.#live;
  }

  async #find(signal: AbortSignal): Promise<Collection> {
    const { client, problem } = this.address;
    if (client === undefined) throw new Error(problem);
    const { ChromaClient } = await import('chromadb');
    signal.throwIfAborted();
    const { host, port, ssl, headers } = client;
    const chroma = new ChromaClient({ host, port, ssl, headers, fetchOptions: { signal, redirect: 'error' } });
    const collection = await chroma.getOrCreateCollection({ name: COLLECTION, embeddingFunction: OUR_EMBEDDING });
    // The client takes whatever answers with 200, such as the page of another program.
    if (!z.uuid().safeParse(collection.id).success) throw new Error('What answers there is not ChromaDB');
    return collection;
  }

  /** Rejects when the time is over, or the daemon closes, also where the request itself does not heed that. */
  async #bounded<T>(asking: AbortController, ms: number, answer: Promise<T>): Promise<T> {
    const { signal: closing } = this.#closing;
    const limit = AbortSignal.any([closing, AbortSignal.timeout(ms)]);
    // What was answered in time is not ended later: the way to the collection outlives the call that found it.
    const answered = new AbortController();
    const over = new Promise<never>((_, reject) => {
      const end = () => {
        const reason = closing.aborted ? closing.reason : new Error(`No answer within ${ms / 1000} s`);
        asking.abort(reason);
        reject(reason);
      };
      if (limit.aborted) end();
      else limit.addEventListener('abort', end, { once: true, signal: answered.signal });
    });
    try {
      return await Promise.race([answer, over]);
    } finally {
      answered.abort();
    }
  }

  #lose(error: unknown): void {
    this.#live = undefined;
    if (this.#wasReached !== false && !this.#closing.signal.aborted)
      this.#host.logWarning(`ChromaDB unavailable at ${this.address.shown} — memory features disabled`, {
        reason: reasonOf(error),
      });
    this.#wasReached = false;
  }

  #unavailable(error: unknown): PracticeError {
    const { shown: url } = this.address;
    const reason = reasonOf(error);
    const message = `Memories cannot be reached at ${url} (${reason}). Start ChromaDB there, or take its address out of the settings, and try again.`;
    return new PracticeError('memory_unavailable', message, { url, reason });
  }
}
