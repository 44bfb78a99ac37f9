import type { AgentId, CriterionStatus, ExerciseId } from '@agent-factory/protocol';

/** A workspace on the disk. Its row exists from the first seeding until a reset. */
export interface WorkspacesTable {
  exercise_id: ExerciseId;
  version: string;
  agent: AgentId;
  /** The conversation with the agent, by the id we chose. */
  conversation_id: string;
  /** JSON list of the seeded files with their hashes. */
  seeded: string;
  /** 1 when the set-up commands have run. */
  setup_done: number;
  created_at: string;
  /** When the work in it first passed. */
  completed_at: string | null;
}

/** A session that was running when last heard of. */
export interface SessionsTable {
  exercise_id: ExerciseId;
  agent: AgentId;
  ticket: string;
  created_at: string;
}

/** A folder of the student that was opened as a project. */
interface FoldersTable {
  id: ExerciseId;
  /** Absolute, without links. */
  path: string;
  opened_at: string;
}

/** One version of an exercise, over all its workspaces. Only the student can undo what is here. */
export interface ExerciseProgressTable {
  exercise_id: ExerciseId;
  version: string;
  /** Official checks that could judge the work. */
  attempts: number;
  first_attempt_at: string | null;
  last_attempt_at: string | null;
  completed_at: string | null;
  solution_shown_at: string | null;
  time_on_task_ms: number;
}

/** One criterion of that version. */
interface CriterionProgressTable {
  exercise_id: ExerciseId;
  version: string;
  name: string;
  /** Its place among the criteria. */
  position: number;
  /** By the latest check; `skipped` if none has judged it. */
  status: CriterionStatus;
  attempts: number;
  first_passed_at: string | null;
  hints_revealed: number;
}

/** When the latest rung of a hint ladder was shown, and how often the exercise had been checked by then. */
interface HintRevealsTable {
  exercise_id: ExerciseId;
  criterion: string;
  /** Milliseconds since 1970. */
  at: number;
  attempts: number;
}

/** One event, see `EVENT_DATA` in the protocol. */
export interface EventsTable {
  id: number;
  /** ISO 8601 in UTC. */
  at: string;
  exercise_id: ExerciseId | null;
  conversation_id: string | null;
  type: string;
  /** JSON. */
  data: string;
}

/** One row: the name of the log, by which a place in it is known. */
interface EventLogTable {
  name: string;
}

/** What is known of the agent in the terminal of an exercise. */
export interface ObservedAgentsTable {
  exercise_id: ExerciseId;
  /** When its session began. */
  since: string;
  hook_secret: string | null;
  agent: string | null;
  state: string | null;
  source: string | null;
  log_path: string | null;
  /** How far the log was read, in bytes. */
  log_position: number;
}

/** A marker that an agent has said, and that was told on. */
interface SaidMarkersTable {
  exercise_id: ExerciseId;
  key: string;
  at: string;
}

export interface Tables {
  workspaces: WorkspacesTable;
  sessions: SessionsTable;
  folders: FoldersTable;
  exercise_progress: ExerciseProgressTable;
  criterion_progress: CriterionProgressTable;
  hint_reveals: HintRevealsTable;
  events: EventsTable;
  event_log: EventLogTable;
  observed_agents: ObservedAgentsTable;
  said_markers: SaidMarkersTable;
}
