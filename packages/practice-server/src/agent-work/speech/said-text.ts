import type { AgentId, ExerciseId } from '@agent-factory/protocol';

/** A piece of what the agent of an exercise, or the student, says to the other. */
export interface SaidText {
  readonly exerciseId: ExerciseId;
  readonly agent: AgentId;
  readonly by: 'agent' | 'student';
  /** Where it is said. */
  readonly place: 'terminal' | 'chat';
  /** Names the saying that it is a piece of. */
  readonly key: string;
  readonly text: string;
  /** The saying ends with it. */
  readonly isOver: boolean;
  /** It was said before this daemon began, and may have been heard then. */
  readonly isOld?: boolean;
}
