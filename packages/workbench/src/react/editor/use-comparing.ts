import { useEffect, useState } from 'react';
import type { DocumentView } from '../../client/state.js';

/** Two texts of a file that are shown in place of the editor. */
export interface Comparing {
  /** What the student has changed since the last save; what the disk has meanwhile; what another window has left. */
  readonly kind: 'changes' | 'conflict' | 'other';
  readonly path: string;
  /** The one that has left it. */
  readonly window?: string;
}

/** What is compared in place of the editor, if anything. A save that met another text on the disk shows both at once. */
export function useComparing(active: DocumentView | undefined) {
  const [wish, setWish] = useState<Comparing>();
  const path = active?.path;
  const collided = active?.conflict?.saving === true && active.conflict.disk !== null;
  useEffect(() => {
    if (collided && path !== undefined) setWish({ kind: 'conflict', path });
  }, [collided, path]);
  const here = wish?.path === path ? wish : undefined;
  const comparing = here !== undefined && isThere(here, active) ? here : undefined;
  // What has come to an end is over: the next time that there is something to compare, the student is asked.
  const isOver = here !== undefined && comparing === undefined;
  useEffect(() => {
    if (isOver) setWish(undefined);
  }, [isOver]);
  return { comparing, compare: setWish, leave: () => setWish(undefined) };
}

function isThere({ kind, window }: Comparing, active: DocumentView | undefined): boolean {
  if (active?.status !== 'ready') return false;
  if (kind === 'conflict') return active.conflict !== null;
  return kind === 'changes' || active.others.some((other) => other.window === window);
}
