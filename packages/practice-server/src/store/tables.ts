import type { AgentId, ExerciseId } from '@agent-factory/protocol';

/** What is on the disk for an exercise. A row is there from the first seeding until reset. */
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
}

/** A session that was running when last heard of. */
export interface SessionsTable {
  exercise_id: ExerciseId;
  agent: AgentId;
  ticket: string;
  created_at: string;
}

/** A version of an exercise that passed its checks; never taken back. */
interface CompletionsTable {
  exercise_id: ExerciseId;
  version: string;
  completed_at: string;
}

export interface Tables {
  workspaces: WorkspacesTable;
  sessions: SessionsTable;
  completions: CompletionsTable;
}
