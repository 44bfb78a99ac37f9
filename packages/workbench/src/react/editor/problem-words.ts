import type { FileProblem } from '../../client/state.js';

interface ProblemWords {
  readonly title: string;
  /** What to do. */
  readonly advice: string;
  /** Whether asking again can help. */
  readonly retry?: boolean;
}

/** By the reason of `file_unsuitable`, and by the code of everything else. */
const WORDS: Readonly<Record<string, ProblemWords>> = {
  binary: { title: 'not a text file', advice: 'It has no text to edit. Open it with the program that made it.' },
  too_large: {
    title: 'too large',
    advice: 'Files over 10 MB are not opened here. Look at parts of it in the terminal, with less or head.',
  },
  not_utf8: {
    title: 'not UTF-8',
    advice: 'Opening it could damage its letters. Save it as UTF-8 with another editor, then try again.',
    retry: true,
  },
  not_a_file: { title: 'not a file', advice: 'It is a device, a socket or a folder, and has no text to edit.' },
  unreadable: {
    title: 'cannot be read',
    advice: 'Its permissions do not let you read it. Change them in the terminal, then try again.',
    retry: true,
  },
  file_not_found: { title: 'not there', advice: 'It was moved or deleted meanwhile.', retry: true },
  path_outside: { title: 'outside the project', advice: 'Only files in the project’s folder are opened here.' },
};

export function problemWords(problem: FileProblem | null): ProblemWords {
  const known = WORDS[problem?.reason ?? ''] ?? WORDS[problem?.code ?? ''];
  return known ?? { title: 'could not be opened', advice: problem?.message ?? 'Try again.', retry: true };
}
