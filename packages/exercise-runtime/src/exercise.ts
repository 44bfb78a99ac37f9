import type { ExerciseConfig, Stage } from '@agent-factory/protocol';

/** An exercise on this disk, loaded and complete. */
export interface Exercise {
  /** Absolute path of its folder: the daemon's cache or an author's. */
  dir: string;
  config: ExerciseConfig;
  /** Text of its CLAUDE.md. */
  instructions: string;
  /** Texts of the instructions it ships for other agents, by the file name that those agents look for. */
  otherInstructions: ReadonlyMap<string, string>;
}

/**
 * The stages of an exercise in their order: those that its config lists, then what its criteria name besides. The first
 * has the number 1. Criteria of none are left out; a stage without any is judged by the tutor.
 */
export function stagesOf({ criteria, stages }: Pick<ExerciseConfig, 'criteria' | 'stages'>): Stage[] {
  const titles = new Map<string, string[]>(stages.map((title) => [title, []]));
  for (const { stage, title } of criteria) {
    if (stage !== undefined) titles.set(stage, [...(titles.get(stage) ?? []), title]);
  }
  return [...titles].map(([title, own]) => ({ title, criteria: own }));
}
