import type { Exercise } from '@agent-factory/exercise-runtime';
import type { CriterionConfig, ExerciseId, ExerciseOutline, Stage } from '@agent-factory/protocol';
import type { SessionContext } from './context.js';

/** What the panel shows of an exercise before any check; nothing if the exercise's files are gone. */
export async function outlineOf(
  { hooks }: SessionContext,
  exerciseId: ExerciseId,
  exercise: Exercise | undefined,
): Promise<ExerciseOutline> {
  const nothing = { stages: [], hints: {}, revealed: {}, hasSolution: false, network: false };
  if (exercise === undefined) return nothing;
  const { criteria, stages, next, network } = exercise.config;
  return {
    ...nothing,
    stages: stagesOf(criteria, stages),
    network,
    ...(next !== undefined && { next }),
    ...(await hooks.outlineOf(exerciseId, exercise)),
  };
}

/** The stages in their order: those that are listed, then what criteria name besides. Criteria of none are left out. */
export function stagesOf(criteria: readonly CriterionConfig[], listed: readonly string[]): Stage[] {
  const stages = new Map<string, string[]>(listed.map((title) => [title, []]));
  for (const { stage, title } of criteria) {
    if (stage !== undefined) stages.set(stage, [...(stages.get(stage) ?? []), title]);
  }
  return [...stages].map(([title, titles]) => ({ title, criteria: titles }));
}
