import type { CriterionConfig, ExerciseConfig } from '@agent-factory/protocol';
import { listed, repeated } from './lists.js';

/** Contradictions within the list of criteria, and between it and the checks. */
export function criteriaConflicts({ criteria, stages, verification }: ExerciseConfig): string[] {
  const list = [...listConflicts(criteria), ...stageConflicts(stages, criteria)];
  // References need an id to belong to exactly one criterion.
  if (list.length > 0) return list;
  return [...needsConflicts(criteria), ...checkConflicts({ criteria, verification })];
}

function listConflicts(criteria: readonly CriterionConfig[]): string[] {
  return [
    ...repeated(criteria.map(({ id }) => id)).map((id) => `criteria: found two with the id "${id}"`),
    ...repeated(criteria.map(({ title }) => title)).map((title) => `criteria: found two with the title "${title}"`),
    ...scatteredStages(criteria).map(
      (stage) => `criteria: found others between those of the stage "${stage}", expected them to stand together`,
    ),
  ];
}

/** Stages whose criteria do not stand together. */
function scatteredStages(criteria: readonly CriterionConfig[]): string[] {
  const beginnings = criteria.filter(({ stage }, index) => stage !== criteria[index - 1]?.stage);
  return repeated(beginnings.flatMap(({ stage }) => (stage === undefined ? [] : [stage])));
}

/** A list of stages, where there is one, names all of them, in the order in which criteria use them. */
function stageConflicts(stages: readonly string[], criteria: readonly CriterionConfig[]): string[] {
  if (stages.length === 0) return [];
  const used = [...new Set(criteria.flatMap(({ stage }) => (stage === undefined ? [] : [stage])))];
  const missing = used.filter((stage) => !stages.includes(stage));
  const inOrder = stages.filter((stage) => used.includes(stage));
  return [
    ...repeated(stages).map((stage) => `stages: found "${stage}" twice`),
    ...missing.map((stage) => `stages: found no "${stage}", which criteria belong to`),
    ...(missing.length === 0 && inOrder.join() !== used.join()
      ? [`stages: found ${listed(inOrder)}, expected the order of the criteria: ${listed(used)}`]
      : []),
  ];
}

function needsConflicts(criteria: readonly CriterionConfig[]): string[] {
  const known = new Map(criteria.map((criterion) => [criterion.id, criterion]));
  const unknown = criteria.flatMap(({ needs }, index) =>
    needs.filter((id) => !known.has(id)).map((id) => unknownId(`criteria.${index}.needs`, id, criteria)),
  );
  const circle = criteria.filter(({ id }) => reaches(id, id, known)).map(({ title }) => title);
  if (circle.length === 0) return unknown;
  return [...unknown, `needs: found a circle of ${listed(circle)}, expected one that can pass first`];
}

/** Whether a criterion waits for another, directly or not. */
function reaches(
  from: string,
  target: string,
  criteria: ReadonlyMap<string, CriterionConfig>,
  seen = new Set<string>(),
): boolean {
  return (criteria.get(from)?.needs ?? []).some((id) => {
    if (id === target) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return reaches(id, target, criteria, seen);
  });
}

/** Declared checks judge every criterion once, after those it needs. What a script judges shows when it runs. */
function checkConflicts({ criteria, verification }: Pick<ExerciseConfig, 'criteria' | 'verification'>): string[] {
  if (verification?.type !== 'checks') return [];
  const order = new Map(verification.checks.map(({ criterion }, index) => [criterion, index]));
  const titles = new Map(criteria.map(({ id, title }) => [id, title]));
  const unknown = verification.checks.flatMap(({ criterion }, index) =>
    titles.has(criterion) ? [] : [unknownId(`verification.checks.${index}.criterion`, criterion, criteria)],
  );
  const twice = repeated(verification.checks.map(({ criterion }) => criterion));
  const early = criteria.flatMap(({ id, title, needs }) =>
    needs
      .filter((other) => (order.get(other) ?? -1) > (order.get(id) ?? order.size))
      .map(
        (other) =>
          `needs of "${title}": found "${titles.get(other)}", which is checked after it; expected one that is checked before`,
      ),
  );
  return [
    ...unknown,
    ...twice.map(
      (id) => `verification: found two checks of "${titles.get(id) ?? id}", expected one for each criterion`,
    ),
    ...criteria
      .filter(({ id }) => !order.has(id))
      .map(({ title }) => `criteria: found "${title}", which no check judges`),
    ...early,
  ];
}

function unknownId(field: string, id: string, criteria: readonly CriterionConfig[]): string {
  const ids = criteria.map((criterion) => criterion.id);
  return `${field}: found "${id}", expected an id from the list: ${ids.length === 0 ? 'it is empty' : listed(ids)}`;
}
