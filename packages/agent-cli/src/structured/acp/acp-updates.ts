import { asList, asObject, asText, type Json } from '../../json.js';
import { acpText, acpToolDetail } from '../../tools/acp-tools.js';
import type { EventWriter } from '../events/event-writer.js';

/** The updates of an ACP session as events. */
export class AcpUpdates {
  readonly #writer: EventWriter;
  /** Chunks have no message id: what comes between two tool calls is one message. */
  #message = 0;

  constructor(writer: EventWriter) {
    this.#writer = writer;
  }

  /** False for an update that has no event of its own. */
  write(update: Json): boolean {
    const text = asText(asObject(update.content).text);
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        if (text !== undefined) this.#writer.text(this.#id('answer'), text);
        return text !== undefined;
      case 'agent_thought_chunk':
        if (text !== undefined) this.#writer.reasoning(this.#id('thought'), text);
        return text !== undefined;
      case 'tool_call':
      case 'tool_call_update':
        return this.tool(update);
      // The student's own words, which are written before they are sent.
      case 'user_message_chunk':
      case 'available_commands_update':
        return true;
      default:
        return false;
    }
  }

  /** A tool call, or news of one. It may be told of for the first time when it is done. False if it has no id. */
  tool(call: Json): boolean {
    const toolCallId = asText(call.toolCallId);
    if (toolCallId === undefined) return false;
    if (this.#writer.tool(toolCallId, asText(call.name) ?? asText(call.title) ?? 'tool')) {
      if (call.rawInput !== undefined) this.#writer.toolArguments(toolCallId, JSON.stringify(call.rawInput));
      this.#writer.endToolArguments(toolCallId);
      this.#message += 1;
    }
    this.#writer.toolDetail(acpToolDetail(call));
    if (call.status === 'completed' || call.status === 'failed')
      this.#writer.toolResult(toolCallId, acpText(asList(call.content).map(asObject)));
    return true;
  }

  /** The next chunk begins another message. */
  nextMessage(): void {
    this.#message += 1;
  }

  #id(kind: string): string {
    return `${kind}-${this.#writer.runId ?? 'idle'}-${this.#message}`;
  }
}
