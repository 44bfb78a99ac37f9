import { PracticeError } from '@agent-factory/protocol';
import { CHROMA_LIMITS, type ChromaLimits } from './chroma/connection.js';
import { KeptInChroma } from './chroma/kept-in-chroma.js';
import { KeptHere } from './here/kept-here.js';
import type { MemoryHost, MemoryKeeper } from './keeper.js';
import { type Moved, type MoveProgress, moveMemories } from './move.js';

/** The two places that memories can be moved between. */
export type MemoryPlace = MemoryKeeper['kept'];

export interface MemoryMove {
  readonly host: MemoryHost;
  readonly chromadbUrl: string | undefined;
  readonly to: MemoryPlace;
  /** Only looks how many there are. */
  readonly isDryRun?: boolean;
  onProgress?(progress: MoveProgress): void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly limits?: ChromaLimits;
}

export interface MemoriesMoved extends Moved {
  /** How many were in the old place. */
  readonly found: number;
  /** Of ChromaDB, without what somebody signs in with. */
  readonly url: string;
}

/**
 * Moves all memories between the daemon's database and ChromaDB, as `moveMemories` does, while no daemon uses them. Those
 * that wait for ChromaDB go along. A dry run needs ChromaDB as well, and moves none. Throws `memory_unavailable` where
 * there is no address of ChromaDB, or nobody answers there, and what the database throws.
 */
export async function moveBetweenPlaces({
  host,
  chromadbUrl,
  to,
  isDryRun = false,
  onProgress,
  now = Date.now,
  limits = CHROMA_LIMITS,
}: MemoryMove): Promise<MemoriesMoved> {
  const chroma = new KeptInChroma(host, requireAddress(chromadbUrl), { now, limits });
  const here = new KeptHere(host, now);
  const [from, target] = to === 'here' ? [chroma, here] : [here, chroma];
  const { url } = chroma;
  try {
    await chroma.identity();
    const found = await from.count();
    if (isDryRun) return { found, moved: 0, left: found, url };
    return { found, ...(await moveMemories(from, target, onProgress)), url };
  } finally {
    await Promise.all([chroma.close(), here.close()]);
  }
}

function requireAddress(chromadbUrl = ''): string {
  if (chromadbUrl.trim() !== '') return chromadbUrl;
  const message =
    'Nobody has said where ChromaDB runs. Set CHROMADB_URL, such as CHROMADB_URL=http://localhost:8000, and try again.';
  throw new PracticeError('memory_unavailable', message);
}
