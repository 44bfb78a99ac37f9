import { useEffect, useState } from 'react';
import type { DocumentView } from '../../client/state.js';

/** Two texts of a file that are shown in place of the editor. */
export interface Comparing {
  /** What the student has changed since the last save; or what the disk has meanwhile. */
  readonly kind: 'changes' | 'conflict';
  readonly path: string;
}

/** What is compared in place of the editor, if anything. A save that met another text on the disk shows both at once. */
export function useComparing(active: DocumentView | undefined) {
  const [wish, setWish] = useState<Comparing>();
  const path = active?.path;
  const collided = active?.conflict?.saving === true && active.conflict.disk !== null;
  useEffect(() => {
    if (collided && path !== undefined) setWish({ kind: 'conflict', path });
  }, [collided, path]);
  const isOver = wish?.kind === 'conflict' ? active?.conflict == null : active?.status !== 'ready';
  const comparing = wish?.path === path && !isOver ? wish : undefined;
  return { comparing, compare: setWish, leave: () => setWish(undefined) };
}
