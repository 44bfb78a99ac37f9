import type { GridSize } from '@agent-factory/protocol';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';

/**
 * How an agent runs: as a program on a terminal, as a conversation of messages, or on a terminal with the events of
 * its conversation beside it.
 */
export type ExecutionMode = 'interactive' | 'structured' | 'hybrid';

/** How an execution has ended. */
export interface ExecutionExit {
  /** Null if a signal ended it, or if that is not known. */
  readonly exitCode: number | null;
  /** Whether we ended it. */
  readonly wasEnded: boolean;
}

/** An agent at work, in whatever form. */
export interface Execution {
  readonly mode: ExecutionMode;
  /** A message to a conversation; on a terminal, input as if it were typed. */
  write(text: string): Promise<void>;
  /** Stops what it is doing, not the agent. */
  interrupt(): Promise<void>;
  /** Only where there is a terminal. */
  resize?(size: GridSize): Promise<void>;
  /** Ends the agent and everything it started. Safe to call twice. */
  end(): Promise<void>;
  /** What happens, from now on. An interactive execution tells of nothing. Returns how to stop listening. */
  onEvent(listener: (event: ConversationEvent) => void): () => void;
  readonly exited: Promise<ExecutionExit>;
}
