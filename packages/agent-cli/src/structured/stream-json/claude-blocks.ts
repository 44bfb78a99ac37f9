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

  /** Its calls are over; what still comes of their blocks belongs to none. */
  nextTurn(): void {
    this.#tools.clear();
  }

  /** An event of the Messages API. False if it is none that is known. */
  streamed(event: Json): boolean {
    switch (event.type) {
      case 'message_start':
        this.#begin(asText(asObject(event.message).id) ?? '');
        return true;
      case 'content_block_start':
        return this.#startBlock(event.index, asObject(event.content_block));
      case 'content_block_delta':
        return this.#addToBlock(event.index, asObject(event.delta));
      case 'content_block_stop':
        this.#endBlock(event.index);
        return true;
      default:
        return event.type === 'message_delta' || event.type === 'message_stop' || event.type === 'ping';
    }
  }

  /** An `assistant` message, or a part of one, with whole blocks. False if there is more in it than is known. */
  whole(message: Json, firstIndex = 0): boolean {
    const id = asText(message.id) ?? '';
    const wasStreamed = this.#streamed.has(id);
    const blocks = asList(message.content).map(asObject);
    for (const [offset, block] of blocks.entries()) {
      if (block.type === 'tool_use') this.#wholeTool(block);
      else if (!wasStreamed) this.#wholeText(`${id}:${firstIndex + offset}`, block);
    }
    return blocks.length > 0 && blocks.every(isKnown);
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
      this.#forget(toolCallId);
    }
    return results.length > 0;
  }

  #begin(messageId: string): void {
    this.#messageId = messageId;
    this.#streamed.add(messageId);
    this.#tools.clear();
  }

  #startBlock(index: unknown, block: Json): boolean {
    const toolCallId = asText(block.id);
    if (block.type === 'tool_use' && toolCallId !== undefined) {
      if (this.#writer.tool(toolCallId, asText(block.name) ?? 'tool')) this.#tools.set(index, toolCallId);
    }
    return block.type === 'tool_use' ? toolCallId !== undefined : block.type === 'text' || block.type === 'thinking';
  }

  #addToBlock(index: unknown, delta: Json): boolean {
    const id = `${this.#messageId}:${JSON.stringify(index)}`;
    const toolCallId = this.#tools.get(index);
    const piece = asText(delta[PIECES.get(delta.type) ?? '']);
    if (piece === undefined) return delta.type === 'signature_delta' || delta.type === 'citations_delta';
    if (delta.type === 'text_delta') this.#writer.text(id, piece);
    else if (delta.type === 'thinking_delta') this.#writer.reasoning(id, piece);
    else if (toolCallId === undefined) return false;
    else this.#writer.toolArguments(toolCallId, piece);
    return true;
  }

  /** Whatever comes of a block after its end belongs to none. */
  #endBlock(index: unknown): void {
    const toolCallId = this.#tools.get(index);
    this.#tools.delete(index);
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
    this.#forget(toolCallId);
  }

  /** All of the call has been told. */
  #forget(toolCallId: string): void {
    for (const [index, id] of this.#tools) if (id === toolCallId) this.#tools.delete(index);
  }
}

/** Where a piece of a block is in its delta. */
const PIECES = new Map<unknown, string>([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['input_json_delta', 'partial_json'],
]);

function isKnown({ type, id, text, thinking }: Json): boolean {
  if (type === 'tool_use') return asText(id) !== undefined;
  return asText(type === 'text' ? text : type === 'thinking' ? thinking : undefined) !== undefined;
}
