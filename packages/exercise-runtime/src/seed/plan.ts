import type { Found } from './place.js';

/** A file as we put it into a workspace. While its content has this hash, the student has not touched it. */
export interface SeededFile {
  /** Relative to the workspace, with forward slashes. */
  path: string;
  /** Lower-case hex. */
  sha256: string;
}

/** What to do with one path and its record. */
export interface Decision {
  action: 'add' | 'update' | 'remove' | 'keep' | 'leave';
  /** Hash to record. Absent if the path is no longer, or never was, ours. */
  record?: string;
}

interface Hashes {
  found: Found;
  /** Undefined if the exercise no longer ships it. */
  shipped: string | undefined;
  /** Undefined if we never put it there. */
  recorded: string | undefined;
}

/**
 * The one rule of seeding: a path is ours while it holds exactly what we put there. Whatever a student
 * has changed, deleted or created is theirs and stays as they left it.
 */
export function decide({ found, shipped, recorded }: Hashes): Decision {
  const current = typeof found === 'object' ? found.sha256 : undefined;
  if (shipped === undefined) return decideDropped(found, current === recorded);
  if (current === shipped) return { action: 'leave', record: shipped };
  if (recorded === undefined) return found === 'nothing' ? { action: 'add', record: shipped } : { action: 'keep' };
  return current === recorded ? { action: 'update', record: shipped } : { action: 'keep', record: recorded };
}

/** A recorded file that is no longer shipped. If the student has deleted it, it is simply gone. */
function decideDropped(found: Found, untouched: boolean): Decision {
  if (untouched) return { action: 'remove' };
  return { action: found === 'nothing' ? 'leave' : 'keep' };
}
