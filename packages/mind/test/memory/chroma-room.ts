import { ChromaClient, ChromaNotFoundError } from 'chromadb';
import { COLLECTION } from '../../src/memory/chroma/connection.js';
import type { MemoryInput } from '../../src/memory/memories.js';
import { ChromaServer } from '../fixtures/chroma-server.js';
import type { MemoryDesk } from '../fixtures/memory-desk.js';

/** Short: what is tested is that there is an end. */
export const SHORT = { connectMs: 1000, answerMs: 1000 };

export const READY = 'ChromaDB connected — collection paige_memories ready';
export const unavailableAt = (url: string) => `ChromaDB unavailable at ${url} — memory features disabled`;

/** One real ChromaDB for a file of tests, and what is really in it. */
export class ChromaRoom implements AsyncDisposable {
  readonly server: ChromaServer;
  readonly raw: ChromaClient;

  static async make(): Promise<ChromaRoom> {
    return new ChromaRoom(await (await ChromaServer.make()).start());
  }

  private constructor(server: ChromaServer) {
    this.server = server;
    this.raw = new ChromaClient({ host: '127.0.0.1', port: server.port, ssl: false });
  }

  /** As if nobody had been here. */
  async reset(): Promise<void> {
    await this.raw.deleteCollection({ name: COLLECTION }).catch((error) => {
      if (!(error instanceof ChromaNotFoundError)) throw error;
    });
  }

  /** Every record of the collection, read past the keeper; by id. */
  async records() {
    const collection = await this.raw.getCollection({ name: COLLECTION });
    const { ids, documents, metadatas } = await collection.get();
    return new Map(ids.map((id, at) => [id, { document: documents[at], metadata: metadatas[at] }]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}

type Keeper = ReturnType<MemoryDesk['open']>;

export async function add(
  keeper: Keeper,
  contents: readonly (string | Partial<MemoryInput>)[],
  { sessionId = 's1', project = 'app-alpha' } = {},
) {
  const memories = contents.map((given) => ({
    content: 'something',
    tags: [],
    importance: 'medium' as const,
    ...(typeof given === 'string' ? { content: given } : given),
  }));
  return await keeper.add({ memories, sessionId, project });
}

export async function found(keeper: Keeper, queryText: string, more: { nResults?: number; project?: string } = {}) {
  return (await keeper.query({ queryText, ...more })).map(({ content }) => content);
}
