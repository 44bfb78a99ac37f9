import type { PracticeError } from '@agent-factory/protocol';
import type { AgentState } from '@agent-factory/protocol/conversations';
import type { Json } from '../json.js';
import type { EventWriter } from './events/event-writer.js';

/** What a driver may use of the conversation it drives. */
export interface DriverHost {
  readonly writer: EventWriter;
  /** The folder the agent works in. */
  readonly cwd: string;
  /** The agent's id of a conversation to go on with. */
  readonly resume: string | undefined;
  /** US dollars that the conversation has cost before. */
  readonly costBefore: number;
  /** Whether the agent may change nothing, whichever mode is chosen. */
  readonly readOnly?: boolean;
  /** Whether the place where it runs is its sandbox. */
  readonly isUnconfined?: boolean;
  /** Milliseconds in which the agent has to answer what is no turn. */
  readonly answerMs: number;
  /** Sends one JSON value to the agent. */
  send(message: Json): void;
  /** The agent has named the conversation. */
  onSessionId(id: string): void;
}

/** A model or a mode that the student has chosen. */
export interface DriverChoice {
  readonly model?: string | undefined;
  readonly mode?: string | undefined;
}

/**
 * Speaks one protocol with an agent. It knows nothing of processes: it is given what the agent says, value by value,
 * and writes what comes of it as events. Whatever it is given, it does not throw.
 */
export interface Driver {
  /** Agrees on the protocol and opens or resumes the conversation. Rejects with a PracticeError if the agent refuses. */
  open(): Promise<void>;
  /** One JSON value from the agent. */
  receive(message: unknown): void;
  /** Begins a turn. The driver ends the run that the writer has open. */
  prompt(text: string): void;
  /** Answers a permission that the writer still holds as asked. */
  answer(permissionId: string, optionId: string): void;
  interrupt(): void;
  /** Takes effect with the next turn. Rejects with a PracticeError if the agent refuses. */
  choose(choice: DriverChoice): Promise<void>;
  /** The agent has ended: whatever waits for its answer fails with this. */
  ended(error: PracticeError): void;
  readonly state: AgentState;
}

export type DriverFactory = (host: DriverHost) => Driver;
