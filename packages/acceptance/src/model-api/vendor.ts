import type { AnswerWriter } from './answer.js';
import type { Conversation } from './conversation.js';
import type { EventStream } from './event-stream.js';
import type { ModelRequest } from './exchange.js';
import type { ScriptedError, ToolCall } from './scenario.js';

/** How the agents of one vendor talk to its models. */
export interface Vendor {
  /** The paths of requests for an answer of the model. */
  asks: RegExp;
  /** What else is asked for, by path, and the JSON that answers it. */
  others?: Readonly<Record<string, unknown>>;
  conversationOf(body: unknown): Conversation;
  writer(stream: EventStream, request: ModelRequest): AnswerWriter;
  /** The body of an answer made of words alone, if the request wants it in one piece. */
  inOnePiece?(text: string, request: ModelRequest): unknown;
  /** The tool call by which the vendor's agent runs a command, after it has asked the student. */
  shell(command: string, why: string): ToolCall;
  errorBody(error: ScriptedError): unknown;
}
