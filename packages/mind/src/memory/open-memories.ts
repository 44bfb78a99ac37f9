import { CHROMA_LIMITS, type ChromaLimits } from './chroma/connection.js';
import { KeptInChroma } from './chroma/kept-in-chroma.js';
import { KeptHere } from './here/kept-here.js';
import type { MemoryHost, MemoryKeeper } from './keeper.js';

export interface MemoryOptions {
  readonly host: MemoryHost;
  /** Where ChromaDB is, such as `http://localhost:8000`; without one, memories are kept in the daemon's database. */
  readonly chromadbUrl?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly limits?: ChromaLimits;
}

/** Opens the place where memories are kept; returns at once, and never throws. It closes with the daemon, or before. */
export function openMemories({ host, chromadbUrl, ...options }: MemoryOptions): MemoryKeeper {
  const { now = Date.now, limits = CHROMA_LIMITS } = options;
  const keeper =
    chromadbUrl === undefined || chromadbUrl.trim() === ''
      ? new KeptHere(host, now)
      : new KeptInChroma(host, chromadbUrl, { now, limits });
  host.closing.addEventListener('abort', () => void keeper.close(), { once: true });
  return keeper.open();
}
