import type { ExerciseConfig } from '@agent-factory/protocol';
import type { Draft } from '../content/draft.js';
import type { Project } from '../content/project.js';
import type { Finding } from './finding.js';

/** An exercise whose config can be read, among the others. */
export interface Subject {
  draft: Draft;
  config: ExerciseConfig;
  /** Every exercise of the project. */
  others: readonly Draft[];
  project: Project;
}

/** Looks at one side of an exercise. Reads files, changes nothing, never throws for what an author wrote. */
export type Rule = (subject: Subject) => Finding[] | Promise<Finding[]>;
