import type { PracticeServer } from '../server/server.js';
import { keptPer } from '../store/kept-per.js';
import { StageBoard } from './stage-board.js';

const kept = keptPer<PracticeServer, StageBoard>();

/** The stages of an exercise on this page. */
export function stagesOf(server: PracticeServer, exerciseId: string): StageBoard {
  return kept(server, exerciseId, () => new StageBoard(exerciseId, server));
}
