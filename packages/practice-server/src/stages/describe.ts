import type { Criterion, CriterionStatus, ExerciseId, Stage } from '@agent-factory/protocol';
import type { StageProgress, StagesResponse } from '@agent-factory/protocol/stages';
import type { Store } from '../store/open.js';
import { readVersion } from '../store/records/progress.js';
import type { WorkspaceRecord } from '../store/records/workspaces.js';
import { type StageRecord, WHOLE_EXERCISE } from './records.js';

export interface Described {
  readonly exerciseId: ExerciseId;
  readonly workspace: WorkspaceRecord | undefined;
  readonly stages: readonly Stage[];
  readonly records: ReadonlyMap<number, StageRecord>;
  /** What the latest check since the daemon's start has found. */
  readonly latest: readonly Criterion[] | undefined;
}

/** Where the student stands with the stages of an exercise. */
export async function describeStages(store: Store, described: Described): Promise<StagesResponse> {
  const { exerciseId, stages, records } = described;
  const statuses = await statusesOf(store, described);
  const current = stages.findIndex((_, index) => records.get(index + 1)?.completed === undefined) + 1;
  const whole = records.get(WHOLE_EXERCISE);
  return {
    exerciseId,
    stages: stages.map((stage, index) => describe(stage, index + 1, current, records.get(index + 1) ?? {}, statuses)),
    ...(current > 0 && { current }),
    ...(whole && { course: courseOf(whole) }),
  };
}

function describe(
  { title, criteria }: Stage,
  number: number,
  current: number,
  { completed, unlocked, refused }: StageRecord,
  statuses: ReadonlyMap<string, CriterionStatus>,
): StageProgress {
  const isOpen = number === current ? 'current' : 'open';
  return {
    number,
    title,
    status: completed === undefined ? isOpen : 'complete',
    ...(completed && { by: completed.by, completedAt: completed.at }),
    ...(unlocked && { unlocked }),
    ...(refused && completed === undefined && { refused }),
    criteria: criteria.map((name) => ({ name, status: statuses.get(name) ?? 'skipped' })),
  };
}

function courseOf({ completed, refused }: StageRecord): StagesResponse['course'] {
  if (completed !== undefined) return { at: completed.at, by: completed.by };
  if (refused === undefined) return undefined;
  const { at, ...refusal } = refused;
  return { at, refused: refusal };
}

/** As the latest check has found them; after a restart of the daemon, as the latest official one did. */
async function statusesOf(
  store: Store,
  { exerciseId, workspace, latest }: Described,
): Promise<Map<string, CriterionStatus>> {
  if (latest !== undefined) return new Map(latest.map(({ name, status }) => [name, status]));
  if (workspace === undefined) return new Map();
  const { criteria } = await readVersion(store, { exerciseId, version: workspace.version });
  return new Map(criteria.map(({ name, status }) => [name, status]));
}
