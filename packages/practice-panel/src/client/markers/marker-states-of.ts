import type { PracticeServer } from '../server/server.js';
import { keptPer } from '../store/kept-per.js';
import { MarkerStates } from './marker-states.js';

const kept = keptPer<PracticeServer, MarkerStates>();

/** How the tutor's claims in an exercise stand, for all that shows them on this page. */
export function markerStatesOf(server: PracticeServer, exerciseId: string): MarkerStates {
  return kept(server, exerciseId, () => new MarkerStates());
}
