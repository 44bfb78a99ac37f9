import { lstat, stat } from 'node:fs/promises';
import { ifThere, systemCode } from '@agent-factory/exercise-runtime';
import type { Paths } from './paths.js';

/** A place of the daemon on the disk, and what belongs there. */
export interface Place {
  readonly path: string;
  readonly kind: 'folder' | 'file';
  /** Created at the start if it is missing. */
  readonly made?: boolean;
  /** Its content may exist nowhere else: even a link that leads nowhere is not replaced. */
  readonly precious?: boolean;
  /** The student's own: its owner and permissions are theirs to choose. */
  readonly students?: boolean;
}

/** What SQLite keeps beside a database. */
const BESIDE = ['-wal', '-shm', '-journal'];

/** Every place, each after the folder it is in. */
export function placesOf(paths: Paths): Place[] {
  const database = (path: string) => BESIDE.map((suffix): Place => ({ path: path + suffix, kind: 'file' }));
  return [
    { path: paths.workspaces, kind: 'folder', made: true, precious: true, students: true },
    { path: paths.state, kind: 'folder', made: true, precious: true },
    { path: paths.database, kind: 'file', precious: true },
    ...database(paths.database),
    { path: paths.lock, kind: 'file' },
    ...database(paths.lock),
    { path: paths.cache, kind: 'folder', made: true },
    { path: paths.tmuxWidths, kind: 'file' },
    { path: paths.archive, kind: 'folder', precious: true },
    { path: paths.logs, kind: 'folder', made: true },
    { path: paths.recordings, kind: 'folder', precious: true },
    { path: paths.tmuxConfig, kind: 'file' },
    { path: paths.sockets, kind: 'folder', precious: true },
    { path: paths.hooks, kind: 'folder', made: true },
    { path: paths.lastPort, kind: 'file' },
    { path: paths.discovery, kind: 'file' },
  ];
}

/**
 * The condition of a place: `missing`; `ours`, and private where it should be; of the wrong `kind`; a link that leads
 * `nowhere`; `foreign`, another user's; `open` to others, or closed to ourselves.
 */
export type Condition = 'missing' | 'ours' | 'kind' | 'nowhere' | 'foreign' | 'open';

/** Permissions that nobody else may have, and those that we need ourselves for a folder and for a file. */
const OTHERS = 0o077;
const OWNER = { folder: 0o700, file: 0o600 } as const;

export function modeOf({ kind }: Place): number {
  return OWNER[kind];
}

/** Looks and changes nothing. Throws the system's error if it cannot look. */
export async function conditionOf(place: Place): Promise<Condition> {
  const link = await ifThere(lstat(place.path));
  if (link === undefined) return 'missing';
  const found = link.isSymbolicLink() ? await ifThere(stat(place.path)).catch(nowhere) : link;
  if (found === undefined) return 'nowhere';
  if (!(place.kind === 'folder' ? found.isDirectory() : found.isFile())) return 'kind';
  if (place.students === true) return 'ours';
  const user = process.getuid?.();
  if (user !== undefined && found.uid !== user) return 'foreign';
  const lacks = (found.mode & modeOf(place)) !== modeOf(place);
  return user !== undefined && (lacks || (found.mode & OTHERS) !== 0) ? 'open' : 'ours';
}

/** A link that leads to itself leads nowhere, too. */
function nowhere(error: unknown): undefined {
  if (systemCode(error) !== 'ELOOP') throw error;
}
