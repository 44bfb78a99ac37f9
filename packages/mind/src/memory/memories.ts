import type {
  MemoriesResponse,
  Memory,
  MemoryChange,
  memoriesQuerySchema,
  Severity,
} from '@agent-factory/protocol/mind';
import type * as z from 'zod';

/** Something worth remembering. */
export interface MemoryInput {
  readonly content: string;
  readonly tags: readonly string[];
  readonly importance: Severity;
}

/** As it is kept beside the text (spec FR-099); `tags` are joined by commas, as ChromaDB keeps single values only. */
export interface MemoryMetadata {
  readonly session_id: string;
  readonly project: string;
  /** ISO 8601 in UTC. */
  readonly created_at: string;
  readonly importance: string;
  readonly tags: string;
}

export interface MemoryResult {
  readonly id: string;
  readonly content: string;
  readonly metadata: MemoryMetadata;
  /** The nearer in meaning, the smaller; from 0. */
  readonly distance: number;
}

/** What is remembered of the learner, wherever it is kept. */
export interface Memories {
  /** Never throws: where they cannot be kept, none is added, and a warning is logged. */
  add(given: {
    readonly memories: readonly MemoryInput[];
    readonly sessionId: string;
    readonly project: string;
  }): Promise<{ readonly added: number }>;
  /** The nearest first; never throws: where they cannot be reached there are none, and a warning is logged. */
  query(wanted: {
    readonly queryText: string;
    /** By default 10. */
    readonly nResults?: number;
    /** Of all projects, where it is left out. */
    readonly project?: string;
  }): Promise<MemoryResult[]>;
  isAvailable(): Promise<boolean>;

  /** For the learner. These throw `memory_unavailable` and `memory_not_found`. */
  list(query: z.infer<typeof memoriesQuerySchema>): Promise<MemoriesResponse>;
  change(id: string, change: MemoryChange): Promise<Memory>;
  delete(id: string): Promise<number>;
  /** Of a project or, without one, all, wherever they are. */
  deleteAll(project?: string): Promise<number>;
  /** Whatever is remembered, wherever it is; the oldest first. */
  all(): AsyncIterable<Memory>;
  close(): Promise<void>;
}
