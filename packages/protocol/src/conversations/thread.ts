import type { AgentState } from './agent-state.js';
import type { Usage } from './conversation.js';
import type { Notice, PermissionAnswered, PermissionAsked, ToolCallDetail } from './custom.js';
import type { MessageFacts } from './message-facts.js';

/** Everything a conversation shows, in its order. An item is replaced when it changes, never altered. */
export type ThreadItem = { readonly eventId: number; readonly at: string } & (
  | { readonly kind: 'question'; readonly id: string; readonly text: string; readonly facts: MessageFacts }
  | { readonly kind: 'answer'; readonly id: string; readonly text: string; readonly isDone: boolean }
  | {
      readonly kind: 'reasoning';
      readonly id: string;
      readonly text: string;
      readonly isDone: boolean;
      readonly endedAt?: string;
    }
  | ToolItem
  | { readonly kind: 'notice'; readonly id: string; readonly notice: Notice }
  | { readonly kind: 'handed_over'; readonly id: string; readonly to: 'terminal' | 'chat' }
  | RunEnd
);

export interface ToolItem {
  readonly kind: 'tool';
  /** The id of the tool call. */
  readonly id: string;
  readonly name: string;
  /** JSON as far as it has come; cut at some length. */
  readonly args: string;
  readonly result?: string;
  readonly isDone: boolean;
  readonly detail: ToolCallDetail;
  readonly permission?: PermissionAsked & { readonly answered?: PermissionAnswered };
}

export interface RunEnd {
  readonly kind: 'run_end';
  /** The id of the run. */
  readonly id: string;
  readonly outcome: 'done' | 'cancelled' | 'failed';
  readonly message?: string;
  readonly code?: string;
  readonly usage?: Usage;
  readonly durationMs?: number;
}

export interface Thread {
  readonly items: readonly ThreadItem[];
  /** The id of the last event in it; 0 if there is none. */
  readonly lastEventId: number;
  /** The run that goes on. */
  readonly runId?: string | undefined;
  /** Questions that wait for the student. */
  readonly asked: readonly PermissionAsked[];
  readonly state?: AgentState | undefined;
  readonly usage: Usage;
  readonly inTerminal: boolean;
}

export const EMPTY_THREAD: Thread = { items: [], lastEventId: 0, asked: [], usage: {}, inTerminal: false };
