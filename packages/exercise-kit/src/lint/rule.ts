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

/** Examines one aspect of an exercise. Reads files, changes nothing, and never throws over an author's mistake. */
export type Rule = (subject: Subject) => Finding[] | Promise<Finding[]>;
