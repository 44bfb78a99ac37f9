import type { StageProgress, StageProof } from '@agent-factory/protocol/stages';

/** Why a stage counts as complete. */
export const PROOF_WORDS: Readonly<Record<StageProof, string>> = {
  check: 'verified by the check',
  tutor: 'the tutor says so',
};

/** Where the student is, in a few words. */
export function placeWords(stages: readonly StageProgress[]): string {
  const current = stages.find(({ status }) => status === 'current');
  if (current !== undefined) return `Stage ${current.number} of ${stages.length} · ${current.title}`;
  if (completeOf(stages) < stages.length) return `${stages.length} stages`;
  return stages.length === 1 ? 'The stage is complete' : `All ${stages.length} stages complete`;
}

/** All stages by name, for who does not see the bar. */
export function progressWords(stages: readonly StageProgress[]): string {
  const names = stages.map((stage) => `${stage.number} ${stage.title}, ${standingWords(stage, stages)}`);
  return `${completeOf(stages)} of ${stages.length} stages complete: ${names.join('; ')}`;
}

/** How one stage stands. */
export function standingWords(stage: StageProgress, stages: readonly StageProgress[]): string {
  if (stage.status === 'complete') return stage.by === undefined ? 'complete' : PROOF_WORDS[stage.by];
  if (stage.status === 'current') return 'you are here';
  return stage.number === nextNumber(stages) ? 'next' : 'later';
}

export function completeOf(stages: readonly StageProgress[]): number {
  return stages.filter(({ status }) => status === 'complete').length;
}

/** The first stage that is open, which follows the current one. */
function nextNumber(stages: readonly StageProgress[]): number | undefined {
  return stages.find(({ status }) => status === 'open')?.number;
}
