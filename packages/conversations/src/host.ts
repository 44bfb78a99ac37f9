import type { AgentCli, AgentList } from '@agent-factory/agent-cli';
import type { AgentId, ExerciseId } from '@agent-factory/protocol';
import type { ConversationEvent, ConversationSubject } from '@agent-factory/protocol/conversations';
import type { Kysely } from 'kysely';
import type { ConversationTables } from './store/tables.js';

/** What the terminal of an exercise has running. */
export interface TerminalAgent {
  readonly agent: AgentId;
  /** False if it has left the student in their own shell. */
  readonly isRunning: boolean;
  /** The id that its conversation was started with, and when that was. */
  readonly conversationId: string;
  readonly since: Date;
}

/** The terminals of exercises, as far as a conversation has to do with them. */
export interface TerminalHost {
  /** Undefined if the exercise has no session. */
  agentOf(exerciseId: ExerciseId): Promise<TerminalAgent | undefined>;
  /** Ends what the terminal runs, and starts the agent there with a conversation of its own to go on with. */
  open(exerciseId: ExerciseId, agent: AgentId, sessionId: string): Promise<void>;
  /** Stops what this agent does there, if it runs there. */
  interrupt(exerciseId: ExerciseId, agent: AgentId): Promise<void>;
  /** Ends the agent; the student's shell stays. */
  leaveAgent(exerciseId: ExerciseId): Promise<void>;
}

/** The folder that an agent works in, and when it was made. */
export interface Folder {
  readonly path: string;
  readonly createdAt: Date;
}

/** What conversations need from whoever runs them. Methods throw PracticeError for what a student can mend. */
export interface ConversationHost {
  readonly store: Kysely<ConversationTables>;
  readonly agents: AgentList;
  /** The whole environment of terminals, as of now, and that of one agent as a conversation. */
  environment(): Record<string, string>;
  environmentOf(agent: AgentCli): Record<string, string>;
  /** Throws `dependency_missing` unless the agent's program is there. */
  requireAgent(id: AgentId): Promise<void>;
  /** Asks the agent itself; undefined if it cannot tell. */
  isSignedIn(agent: AgentCli): Promise<boolean | undefined>;
  /** Throws `too_many_agents` if no further one may run; `onTaken` makes it count, before anybody else can ask. */
  requireSlot(onTaken: () => void): Promise<void>;
  /** The agent that new conversations about this begin with. */
  choiceFor(subject: ConversationSubject): Promise<AgentId>;
  /** Makes the folder if need be, with what the exercise ships for this agent. */
  openFolder(subject: ConversationSubject, agent: AgentId): Promise<Folder>;
  /** The same folder, which need not be there: nothing is made. */
  folderOf(subject: ConversationSubject): string;
  /** The same as a student would write it. */
  shownFolder(subject: ConversationSubject): string;
  /** What the student has achieved in an exercise, for the agent to read; undefined if there is nothing to tell. */
  exerciseState(exerciseId: ExerciseId): Promise<string | undefined>;
  readonly terminal: TerminalHost;
  /** The agent of a conversation, as a chat, has told this. Not what it does in a terminal. */
  onAgentEvent(
    conversation: { readonly id: string; readonly agent: AgentId; readonly subject: ConversationSubject },
    event: ConversationEvent,
  ): void;
  /** Says that something went wrong that no student can mend. */
  logFailure(error: unknown, what: string): void;
}
