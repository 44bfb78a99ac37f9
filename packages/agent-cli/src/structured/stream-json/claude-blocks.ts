import { asList, asObject, asText, type Json } from '../../json.js';
import { claudeResultDetail, claudeResultText, claudeToolDetail } from '../../tools/claude-tools.js';
import type { EventWriter } from '../events/event-writer.js';

/**
 * Claude Code's messages as events. A message comes twice where its pieces are streamed, and once where they are
 * not, as in its own log: whatever was not streamed is written when it comes whole.
 */
export class ClaudeBlocks {
  readonly #writer: EventWriter;
  /** Messages whose pieces were streamed. */
  readonly #streamed = new Set<string>();
  /** Of the message that is being streamed. */
  #messageId = '';
  /** Tool calls of that message, by the index of their block. */
  readonly #tools = new Map<unknown, string>();

  constructor(writer: EventWriter) {
    this.#writer = writer;
  }

  /** An event of the Messages API. False if it is none that is known. */
  streamed(event: Json): boolean {
    switch (event.type) {
      case 'message_start':
        this.#begin(asText(asObject(event.message).id) ?? '');
        return true;
      case 'content_block_start':
        this.#startBlock(event.index, asObject(event.content_block));
        return true;
      case 'content_block_delta':
        return this.#addToBlock(event.index, asObject(event.delta));
      case 'content_block_stop':
        this.#endBlock(event.index);
        return true;
      default:
        return event.type === 'message_delta' || event.type === 'message_stop' || event.type === 'ping';
    }
  }

  /** An `assistant` message, or a part of one, with whole blocks. */
  whole(message: Json, firstIndex = 0): void {
    const id = asText(message.id) ?? '';
    const wasStreamed = this.#streamed.has(id);
    for (const [offset, block] of asList(message.content).map(asObject).entries()) {
      if (block.type === 'tool_use') this.#wholeTool(block);
      else if (!wasStreamed) this.#wholeText(`${id}:${firstIndex + offset}`, block);
    }
  }

  /** The results of tools in a `user` message. `more` is what Claude Code adds to them. */
  results(message: Json, more: unknown, isRefused: boolean): boolean {
    const results = asList(message.content)
      .map(asObject)
      .filter(({ type }) => type === 'tool_result');
    for (const block of results) {
      const toolCallId = asText(block.tool_use_id) ?? '';
      this.#writer.toolDetail(claudeResultDetail(block, results.length === 1 ? more : undefined, isRefused));
      this.#writer.toolResult(toolCallId, claudeResultText(block.content));
    }
    return results.length > 0;
  }

  #begin(messageId: string): void {
    this.#messageId = messageId;
    this.#streamed.add(messageId);
    this.#tools.clear();
  }

  #startBlock(index: unknown, block: Json): void {
    const toolCallId = asText(block.id);
    if (block.type === 'tool_use' && toolCallId !== undefined) {
      this.#tools.set(index, toolCallId);
      this.#writer.tool(toolCallId, asText(block.name) ?? 'tool');
    }
  }

  #addToBlock(index: unknown, delta: Json): boolean {
    const id = `${this.#messageId}:${String(index)}`;
    if (delta.type === 'text_delta') this.#writer.text(id, asText(delta.text) ?? '');
    else if (delta.type === 'thinking_delta') this.#writer.reasoning(id, asText(delta.thinking) ?? '');
    else if (delta.type === 'input_json_delta')
      this.#writer.toolArguments(this.#tools.get(index) ?? '', asText(delta.partial_json) ?? '');
    else return delta.type === 'signature_delta' || delta.type === 'citations_delta';
    return true;
  }

  #endBlock(index: unknown): void {
    const toolCallId = this.#tools.get(index);
    if (toolCallId === undefined) this.#writer.endMessage();
    else this.#writer.endToolArguments(toolCallId);
  }

  #wholeText(id: string, block: Json): void {
    if (block.type === 'text') this.#writer.text(id, asText(block.text) ?? '');
    if (block.type === 'thinking') this.#writer.reasoning(id, asText(block.thinking) ?? '');
    this.#writer.endMessage();
  }

  #wholeTool(block: Json): void {
    const toolCallId = asText(block.id);
    if (toolCallId === undefined) return;
    const name = asText(block.name) ?? 'tool';
    if (this.#writer.tool(toolCallId, name)) this.#writer.toolArguments(toolCallId, JSON.stringify(block.input ?? {}));
    this.#writer.endToolArguments(toolCallId);
    this.#writer.toolDetail(claudeToolDetail(toolCallId, name, asObject(block.input)));
  }
}
