import type { Stage } from '@agent-factory/protocol';
import { useEffect } from 'react';
import type { JourneyState } from '../../client/journey/state.js';
import type { Refusal } from '../../client/stages/refusal.js';
import { type StageBoard, type StagesState, shownRefusal } from '../../client/stages/stage-board.js';
import { stagesOf } from '../../client/stages/stages-of.js';
import { usePracticeClient } from '../context.js';
import { useLatest } from '../parts/use-latest.js';
import { useSnapshot } from '../parts/use-snapshot.js';

export interface Stages {
  readonly board: StageBoard;
  readonly state: StagesState;
  /** A claim of the tutor's that does not count, to be said. */
  readonly refusal: Refusal | undefined;
}

const NONE: readonly Stage[] = [];

/** The stages of the exercise in the panel, followed while it is open there. */
export function useStages(exerciseId: string, { phase }: JourneyState): Stages {
  const { server } = usePracticeClient();
  const board = stagesOf(server, exerciseId);
  const state = useSnapshot(board);
  const outline = useLatest(phase.name === 'open' ? phase.session.outline.stages : NONE);
  const hasStages = outline.current.length > 0;
  useEffect(() => (hasStages ? board.follow(outline.current) : undefined), [board, hasStages, outline]);
  return { board, state, refusal: shownRefusal(state) };
}
