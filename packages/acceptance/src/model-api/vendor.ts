import type { AnswerWriter, ToolNames } from './answer.js';
import type { Conversation } from './conversation.js';
import type { EventStream } from './event-stream.js';
import type { ModelRequest } from './exchange.js';
import type { FormQuestion } from './forms.js';
import type { ScriptedError } from './scenario.js';

/** How the agents of one vendor talk to its models. */
export interface Vendor extends ToolNames {
  /** The paths of requests for an answer of the model. */
  asks: RegExp;
  /** What else is asked for, by path, and the JSON that answers it. */
  others?: Readonly<Record<string, unknown>>;
  conversationOf(body: unknown): Conversation;
  writer(stream: EventStream, request: ModelRequest): AnswerWriter;
  /** The body of an answer made of words alone, if the request wants it in one piece. */
  inOnePiece?(text: string, request: ModelRequest): unknown;
  /** The form that a request wants to be filled in, and not piece by piece. */
  formOf?(body: unknown): FormQuestion | undefined;
  /** The names of the tools that a request offers to the model, those of a group behind its name and a dot. */
  toolsOf(body: unknown): readonly string[];
  errorBody(error: ScriptedError): unknown;
}
