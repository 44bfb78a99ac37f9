import type { Exercise } from '@agent-factory/exercise-runtime';
import type { CriterionConfig, ExerciseId, ExerciseOutline, Stage } from '@agent-factory/protocol';
import type { SessionContext } from '../sessions/context.js';
import { revealedRungs } from '../store/progress.js';
import { laddersOf } from './hints.js';

/** What the panel shows of an exercise before any check; nothing of one whose files are gone. */
export async function outlineOf(
  context: SessionContext,
  exerciseId: ExerciseId,
  exercise: Exercise | undefined,
): Promise<ExerciseOutline> {
  if (exercise === undefined) return { stages: [], hints: {}, revealed: {}, hasSolution: false, network: false };
  const { criteria, next, network, solutionFiles } = exercise.config;
  const ladders = laddersOf(exercise.config);
  const rungs = await revealedRungs(context.store, exerciseId);
  const shown = [...ladders].filter(([criterion]) => rungs.has(criterion) && rungs.get(criterion) !== 0);
  return {
    stages: stagesOf(criteria),
    hints: Object.fromEntries([...ladders].map(([criterion, ladder]) => [criterion, ladder.length])),
    revealed: Object.fromEntries(
      shown.map(([criterion, ladder]) => [criterion, ladder.slice(0, rungs.get(criterion))]),
    ),
    hasSolution: solutionFiles.length > 0,
    network,
    ...(next !== undefined && { next }),
  };
}

/** The stages in their order. Criteria of none are left out. */
function stagesOf(criteria: readonly CriterionConfig[]): Stage[] {
  const stages = new Map<string, string[]>();
  for (const { stage, title } of criteria) {
    if (stage !== undefined) stages.set(stage, [...(stages.get(stage) ?? []), title]);
  }
  return [...stages].map(([title, titles]) => ({ title, criteria: titles }));
}
