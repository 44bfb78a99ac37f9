import type { CoachHost } from '@agent-factory/coach';
import type { CoachTables } from '@agent-factory/coach/tables';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';

/** Why a text did not reach the agent, in words that end a sentence; undefined if it did. */
export type Dropped = string | undefined;

/** The daemon, as the coach's mind sees it. */
export interface MindHost {
  /** The daemon's one database, with the coach's tables in it. */
  readonly store: Kysely<CoachTables>;
  /** Variables of the daemon: `ANTHROPIC_API_KEY`, `ANTHROPIC_BASE_URL`, `CHROMADB_URL`, and for programs such as `gh`. */
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  /** Absolute path of the file with what the student has chosen. It need not be there. */
  readonly settingsFile: string;
  /** Aborts when the daemon closes. */
  readonly closing: AbortSignal;
  /** The key that the student has given one project, as in its `.env`. */
  keyOf(projectId: ProjectId): string | undefined;
  /** Where a project is; absolute. Throws `project_not_found`. */
  folderOf(projectId: ProjectId): Promise<string>;
  /** What a text would give away of an exercise's solution, as `CoachHost` has it; then it must not be shown. */
  readonly leakIn: CoachHost['leakIn'];
  /** Whether what is said to the agent now disturbs nobody; otherwise why, in words. */
  mayNudge(projectId: ProjectId): Promise<Dropped>;
  /** Says something to the agent in the terminal as the student would: whole, once, now or not at all. */
  say(projectId: ProjectId, text: string): Promise<Dropped>;
  /**
   * The same as soon as the agent waits for the student, or dropped and logged if that takes too long. `onUnsent` is
   * called, once, if it waits for the student's next Enter: something that was not sent may stand in the prompt.
   */
  sayWhenWaiting(projectId: ProjectId, text: string, onUnsent: () => void): void;
  logInfo(message: string, facts: Record<string, unknown>): void;
  logWarning(message: string, facts: Record<string, unknown>): void;
  /** Says that something went wrong that no student can mend. */
  logFailure(error: unknown, what: string): void;
}
