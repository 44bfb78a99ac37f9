import { useCallback, useEffect } from 'react';
import type { TerminalConnection } from '../../client/terminal/terminal-connection.js';
import { useNote } from '../parts/use-note.js';
import { PASTE_PROBLEMS, UNDELIVERED, WATCHER_TYPED } from './words.js';

/** Says for a moment that what was typed or pasted reached no program. */
export function useTerminalNotes(session: TerminalConnection) {
  const { text, say } = useNote();
  useEffect(() => session.pastes.problems.on((problem) => say(PASTE_PROBLEMS[problem])), [session, say]);
  const tellUndelivered = useCallback(
    () => say(session.getSnapshot().status === 'attached' ? WATCHER_TYPED : UNDELIVERED),
    [session, say],
  );
  return { text, tellUndelivered };
}
