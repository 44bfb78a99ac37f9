import type { Registry, RegistryEntry } from '@agent-factory/protocol';
import { ExerciseJourney } from './journey/journey.js';
import type { PracticeOptions } from './options.js';
import type { RestOutcome } from './server/outcome.js';
import { fetchRegistry } from './server/registry.js';
import { PracticeServer } from './server/server.js';

/** Everything a page knows about practice, independent of any framework. One client serves a whole site. */
export interface PracticeClient {
  readonly options: PracticeOptions;
  readonly server: PracticeServer;
  /** The site's exercises: fetched once; a failure is forgotten, so that the next call tries again. */
  registry(): Promise<RestOutcome<Registry>>;
  /** The one journey of an exercise on this page. */
  journey(exercise: RegistryEntry): ExerciseJourney;
}

export function createPracticeClient(options: PracticeOptions): PracticeClient {
  const server = new PracticeServer(options);
  const journeys = new Map<string, ExerciseJourney>();
  let registry: Promise<RestOutcome<Registry>> | undefined;

  const loadRegistry = async () => {
    const outcome = await fetchRegistry(options.registryUrl);
    if (!outcome.ok) registry = undefined;
    return outcome;
  };

  return {
    options,
    server,
    registry: () => {
      registry ??= loadRegistry();
      return registry;
    },
    journey(exercise) {
      const known = journeys.get(exercise.id) ?? new ExerciseJourney(exercise, server);
      journeys.set(exercise.id, known);
      return known;
    },
  };
}
