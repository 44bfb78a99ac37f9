import type { ExerciseSummary, RegistryEntry } from '@agent-factory/protocol';
import type { PracticeServer } from '../server/server.js';
import type { Store } from '../store/store.js';
import { announceCompletion } from './completed-event.js';
import type { JourneyAction, JourneyState } from './state.js';

export interface CheckOptions {
  readonly exercise: RegistryEntry;
  readonly server: PracticeServer;
  readonly store: Store<JourneyState, JourneyAction>;
  /** Where the exercise stood before. */
  readonly known: ExerciseSummary | undefined;
  /** What this page calls the check. */
  readonly checkId: string;
}

/** Check My Work: rows as they are decided, then the result. */
export async function checkWork({ exercise, server, store, known, checkId }: CheckOptions): Promise<void> {
  const first = known?.completedAt === undefined;
  store.dispatch({ type: 'check_began' });
  const outcome = await server.ask((rest) =>
    rest.verify(exercise.id, (criterion) => store.dispatch({ type: 'check_row', criterion }), checkId),
  );
  if (!outcome.ok) return store.dispatch({ type: 'check_failed', error: outcome.error });
  store.dispatch({ type: 'check_done', result: outcome.value });
  if (store.getSnapshot().celebrating) announceCompletion(exercise, first);
  await server.refresh();
}
