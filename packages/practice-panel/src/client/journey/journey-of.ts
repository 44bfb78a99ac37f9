import type { RegistryEntry } from '@agent-factory/protocol';
import type { PracticeServer } from '../server/server.js';
import { keptPer } from '../store/kept-per.js';
import { ExerciseJourney } from './journey.js';

const kept = keptPer<PracticeServer, ExerciseJourney>();

/** The one journey of an exercise on this page. Kept apart from the client, so that a page without a panel loads none of it. */
export function journeyOf(server: PracticeServer, exercise: RegistryEntry): ExerciseJourney {
  return kept(server, exercise.id, () => new ExerciseJourney(exercise, server));
}
