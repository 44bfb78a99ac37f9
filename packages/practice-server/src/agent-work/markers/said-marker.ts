import type { ExerciseId } from '@agent-factory/protocol';
import type { Marker } from '@agent-factory/protocol/stages';

/** A marker that the agent of an exercise has said, once, whatever the screen repeats. */
export interface SaidMarker {
  readonly exerciseId: ExerciseId;
  readonly marker: Marker;
  /** Names this saying: the same one has the same key, also when it is found again after a restart. */
  readonly key: string;
  /** Where it was said. */
  readonly place: 'terminal' | 'chat';
}
