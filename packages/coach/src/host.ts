import type { ActionType, ExerciseState, Project, ProjectId } from '@agent-factory/protocol/coach';
import type { EventData } from '@agent-factory/protocol/events';
import type { Kysely } from 'kysely';
import type { AnyMind } from './mind/mind.js';
import type { CoachTables } from './store/tables.js';

/** A project, and where it is. */
export interface ProjectPlace {
  readonly project: Project;
  /** Absolute. */
  readonly folder: string;
}

/** An action as it is written into the event log. */
export interface LoggedAction {
  readonly action: ActionType;
  /** The coaching session. */
  readonly sessionId: string;
  readonly data: Record<string, unknown>;
}

/** A text that is about to be shown to the student, and what of the student's its author may quote. */
export interface TextToShow {
  readonly text: string;
  readonly by: 'agent' | 'model';
  /** The author sees the files as they are saved. */
  readonly seesFiles: boolean;
  /** What it sees besides, whole texts. */
  readonly unsaved: readonly string[];
}

/** What a text gives away of a solution. */
export type GivenAway = Omit<EventData<'tutor_leak'>, 'where'>;

/** The daemon, as the coach sees it. */
export interface CoachHost {
  /** The daemon's one database, with the coach's tables in it. */
  readonly store: Kysely<CoachTables>;
  /** Absolute paths of the daemon's own folders, where its keys are: nothing in them can be a project. */
  readonly ours: readonly string[];
  /** Throws `project_not_found`. */
  placeOf(projectId: ProjectId): Promise<ProjectPlace>;
  /** Appends to the daemon's event log, as `coach_action`. Never throws, never waits. */
  logAction(projectId: ProjectId, row: LoggedAction): void;
  /**
   * Appends all of them or none, and resolves when they are stored. Rejects if the disk does not take them now, with a
   * PracticeError that says why; then they are in no log.
   */
  keepActions(projectId: ProjectId, rows: readonly LoggedAction[]): Promise<void>;
  /** From now on the student shows agents more of a project, or less. Never throws, never waits. */
  onSightChanged(projectId: ProjectId): void;
  /** How the student stands in an exercise; null where the project is none, or was not started. */
  exerciseOf(projectId: ProjectId): Promise<ExerciseState | null>;
  /**
   * What a text would give away of the solution of an exercise, together with what was told before; then it is counted,
   * and must not be shown. Undefined if nothing, if the student has opened the solution, or if it is not known.
   */
  leakIn(projectId: ProjectId, shown: TextToShow): Promise<GivenAway | undefined>;
  /** What thinks for the coach, loaded once; undefined where the daemon has none. */
  mind(): Promise<AnyMind | undefined>;
  logWarning(message: string, facts: Record<string, unknown>): void;
  /** Says that something went wrong that no student can mend. */
  logFailure(error: unknown, what: string): void;
}
