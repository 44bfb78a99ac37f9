import type { Memory } from '@agent-factory/protocol/mind';
import type { MindHost } from '../host.js';
import type { Memories } from './memories.js';

/** What keepers need of the daemon. */
export type MemoryHost = Pick<MindHost, 'store' | 'closing' | 'logInfo' | 'logWarning'>;

/** A place where memories are kept, and from which they can be moved to another. */
export interface MemoryKeeper extends Memories {
  readonly kept: 'here' | 'chromadb';
  /** Of ChromaDB, without what somebody signs in with. */
  readonly url: string | undefined;
  /** Tells one place from another, whatever it is called. Throws `memory_unavailable`. */
  identity(): Promise<string>;
  /** What is in this place alone, the oldest first; with what waits to be taken in. Throws as `take` does. */
  own(): AsyncIterable<Memory>;
  /** How many are there, with those that wait to be taken in. Throws as `take` does. */
  count(): Promise<number>;
  /**
   * Keeps memories of another place as they are, all that is there of each session at once, under their ids or, where
   * another memory has that, the session's next. What it has already stays single. It has looked that all are there when
   * it resolves. Throws `memory_unavailable`, and what the database throws.
   */
  take(memories: readonly Memory[]): Promise<void>;
  /** Deletes those that still say what they are given as; tells how many. Throws as `take` does. */
  letGo(memories: readonly Memory[]): Promise<number>;
}
