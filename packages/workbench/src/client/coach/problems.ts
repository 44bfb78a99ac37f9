import type { Problem } from '../state.js';

/** Most problems that are shown: beyond, the oldest goes. */
const MAX_PROBLEMS = 50;

/** What can go wrong on this side, beside the protocol's error codes. */
const LOCAL_PROBLEMS = {
  unexpected_answer: 'The practice server sent something this page does not understand. Reload the page.',
  drafts_unavailable:
    'This browser does not let the page keep unsaved text. Save often: closing the page loses what is not saved.',
  drafts_full: 'The browser has no room left to keep unsaved text. Save your files now.',
  draft_lost: 'Unsaved text of this file was found that fits no version of it any more. It could not be restored.',
  solution_not_kept:
    'This browser does not let the page keep the solution of a kata. Copy it, or hand it in, before you close the page.',
  too_many_files: 'As many files as possible are open. Close some first.',
  file_too_large: 'The text is too large to be saved from here.',
  not_connected: 'There is no connection to the practice server just now. Try again when it is back.',
} as const;
export type LocalProblem = keyof typeof LOCAL_PROBLEMS;

export type NewProblem = Omit<Problem, 'id'>;

export function localProblem(code: LocalProblem, path?: string): NewProblem {
  return { code, message: LOCAL_PROBLEMS[code], ...(path !== undefined && { path }) };
}

/** The list with one more problem. One that is there already is not repeated. */
export function withProblem(problems: readonly Problem[], added: NewProblem, id: string): readonly Problem[] {
  const isThere = problems.some(
    ({ code, message, path }) => code === added.code && message === added.message && path === added.path,
  );
  return isThere ? problems : [...problems, { ...added, id }].slice(-MAX_PROBLEMS);
}
