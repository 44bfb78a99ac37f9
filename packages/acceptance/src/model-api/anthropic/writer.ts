import { type AnswerWriter, newId, pieces } from '../answer.js';
import type { EventStream } from '../event-stream.js';
import type { ToolCall } from '../scenario.js';

/** One message of the Messages API as events, block by block. */
export class MessageWriter implements AnswerWriter {
  readonly #stream: EventStream;
  readonly #model: string;
  #index = 0;
  #usedTool = false;

  constructor(stream: EventStream, model: string) {
    this.#stream = stream;
    this.#model = model;
  }

  begin(): void {
    this.#stream.send('message_start', { message: emptyMessage(this.#model) });
  }

  openText(): void {
    this.#open({ type: 'text', text: '' });
  }

  text(text: string): void {
    this.#delta({ type: 'text_delta', text });
  }

  closeText(): void {
    this.#close();
  }

  tool({ tool, input }: ToolCall): void {
    this.#usedTool = true;
    this.#open({ type: 'tool_use', id: newId('toolu'), name: tool, input: {} });
    for (const partial_json of pieces(JSON.stringify(input))) this.#delta({ type: 'input_json_delta', partial_json });
    this.#close();
  }

  end(): void {
    const stop_reason = this.#usedTool ? 'tool_use' : 'end_turn';
    this.#stream.send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } });
    this.#stream.send('message_stop');
  }

  #open(content_block: Readonly<Record<string, unknown>>): void {
    this.#stream.send('content_block_start', { index: this.#index, content_block });
  }

  #delta(delta: Readonly<Record<string, unknown>>): void {
    this.#stream.send('content_block_delta', { index: this.#index, delta });
  }

  #close(): void {
    this.#stream.send('content_block_stop', { index: this.#index++ });
  }
}

/** The message before its first block, with the usage that a short conversation has. */
export function emptyMessage(model: string): Record<string, unknown> {
  return {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 1 },
  };
}
