/** Why an edit does not make a mutant. */
export type ProblemCode =
  | 'unknown_file'
  | 'no_match'
  | 'several_matches'
  | 'no_change'
  | 'overlap'
  | 'file_exists'
  | 'same_as_solution';

/** Something wrong with a mutant's edits, for its author to fix. */
export interface EditProblem {
  code: ProblemCode;
  /** Index of the edit in its list. Undefined if the problem is about all of them. */
  edit?: number | undefined;
  /** What was found and what is allowed. */
  message: string;
}

/** Edits that cannot be made. Names the exercise, the mutant and the edit. */
export interface MutantProblem extends EditProblem {
  exercise: string;
  mutant: string;
}

/** The place in `mutants.json`, as the issues of its schema name it: `no-limit.edits.0`. */
export function placeOf({ mutant, edit }: MutantProblem): string {
  return edit === undefined ? `${mutant}.edits` : `${mutant}.edits.${edit}`;
}
