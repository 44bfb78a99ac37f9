/** Why an edit makes no mutant. */
export type ProblemCode =
  | 'unknown_file'
  | 'no_match'
  | 'several_matches'
  | 'no_change'
  | 'overlap'
  | 'file_exists'
  | 'same_as_solution';

/** Something wrong with the edits of a mutant, for its author to mend. */
export interface EditProblem {
  code: ProblemCode;
  /** Number of the edit in its list, from 0. Undefined where it is about all of them. */
  edit?: number | undefined;
  /** What was found and what is allowed. */
  message: string;
}

/** Edits that cannot be made: names the exercise, the mutant and the edit. */
export interface MutantProblem extends EditProblem {
  exercise: string;
  mutant: string;
}

/** The place in `mutants.json`, as the issues of its schema name it: `no-limit.edits.0`. */
export function placeOf({ mutant, edit }: MutantProblem): string {
  return edit === undefined ? `${mutant}.edits` : `${mutant}.edits.${edit}`;
}
