import type { Connection } from '../../client/state.js';

interface RefusalWords {
  readonly words: string;
  /** Whether the student can try again from here. */
  readonly retry: boolean;
}

/** Why the daemon refused, and what to do about it, by its code. */
const WORDS: Readonly<Record<string, RefusalWords>> = {
  too_many_connections: {
    words: 'Too many pages show this project. Close one of them, then try again.',
    retry: true,
  },
  project_not_found: {
    words: 'The project’s folder is gone. Put it back where it was, then try again.',
    retry: true,
  },
};

export function refusalWords(refused: Extract<Connection, { status: 'refused' }>): RefusalWords {
  return WORDS[refused.code] ?? { words: refused.message, retry: true };
}
