import type {
  CustomEvent,
  EventType,
  RawEvent,
  ReasoningEndEvent,
  ReasoningMessageContentEvent,
  ReasoningMessageEndEvent,
  ReasoningMessageStartEvent,
  ReasoningStartEvent,
  RunErrorEvent,
  RunFinishedEvent,
  RunStartedEvent,
  StateSnapshotEvent,
  StepFinishedEvent,
  StepStartedEvent,
  TextMessageContentEvent,
  TextMessageEndEvent,
  TextMessageStartEvent,
  TokenUsage,
  ToolCallArgsEvent,
  ToolCallEndEvent,
  ToolCallResultEvent,
  ToolCallStartEvent,
} from '@ag-ui/core';
import * as z from 'zod';
import type { AgentState } from './agent-state.js';
import type { HandOver, Notice, PermissionAnswered, PermissionAsked, Rewound, ToolCallDetail } from './custom.js';

/** An event of AG-UI with its name as plain text: the enumeration would be the only thing needed at run time. */
type Named<Event extends { type: EventType }> = Omit<Event, 'type' | 'rawEvent' | 'subagentRunId'> & {
  type: `${Event['type']}`;
};

/** Events of ours, as AG-UI's `CUSTOM`. */
type Custom<Name extends string, Value> = Omit<Named<CustomEvent>, 'name' | 'value'> & { name: Name; value: Value };

/**
 * What happens in a conversation: events of AG-UI 1.0 (https://docs.ag-ui.com), of which these occur. A permission
 * does not end the run that asks for it, so it is no interrupt of AG-UI's but an event of ours.
 */
export type ConversationEvent =
  | Named<RunStartedEvent>
  | Named<RunFinishedEvent>
  | Named<RunErrorEvent>
  | Named<StepStartedEvent>
  | Named<StepFinishedEvent>
  | Named<TextMessageStartEvent>
  | Named<TextMessageContentEvent>
  | Named<TextMessageEndEvent>
  | Named<ReasoningStartEvent>
  | Named<ReasoningMessageStartEvent>
  | Named<ReasoningMessageContentEvent>
  | Named<ReasoningMessageEndEvent>
  | Named<ReasoningEndEvent>
  | Named<ToolCallStartEvent>
  | Named<ToolCallArgsEvent>
  | Named<ToolCallEndEvent>
  | Named<ToolCallResultEvent>
  | (Omit<Named<StateSnapshotEvent>, 'snapshot'> & { snapshot: AgentState })
  /** Something the agent said that has no other event here, as it came. */
  | Named<RawEvent>
  | Custom<'tool_call_detail', ToolCallDetail>
  | Custom<'permission_asked', PermissionAsked>
  | Custom<'permission_answered', PermissionAnswered>
  | Custom<'notice', Notice>
  | Custom<'handed_over', HandOver>
  | Custom<'rewound', Rewound>;
export type EventName = ConversationEvent['type'];
export type { TokenUsage };

/**
 * An event of the log. `id` grows within its conversation, with gaps where several pieces of one text were joined:
 * after `?after=<id>`, whatever the reader has not seen follows.
 */
export interface LoggedEvent {
  readonly id: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly event: ConversationEvent;
}

/**
 * Checks the frame of an event; what is inside was checked when it was written. An event of a newer server is
 * let through: whoever reads events passes over those they do not know.
 */
export const loggedEventSchema = z.object({
  id: z.number().int().min(1),
  at: z.string().max(40),
  event: z.looseObject({ type: z.string().max(64) }),
}) as unknown as z.ZodType<LoggedEvent>;
