import type { AnswerWriter } from '../answer.js';
import type { EventStream } from '../event-stream.js';
import type { ToolCall } from '../scenario.js';

/** One answer of the Gemini API: every event is a whole response that holds the next parts. */
export class ContentWriter implements AnswerWriter {
  readonly #stream: EventStream;

  constructor(stream: EventStream) {
    this.#stream = stream;
  }

  begin(): void {}
  openText(): void {}
  closeText(): void {}

  text(text: string): void {
    this.#stream.sendData(content([{ text }]));
  }

  tool({ tool, input }: ToolCall): void {
    this.#stream.sendData(content([{ functionCall: { name: tool, args: input } }]));
  }

  end(): void {
    this.#stream.sendData(content([{ text: '' }], { finishReason: 'STOP' }));
  }
}

/** A response with one candidate, and the usage that a short conversation has. */
export function content(
  parts: readonly Readonly<Record<string, unknown>>[],
  candidate: { finishReason?: string } = {},
): Record<string, unknown> {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, ...candidate }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
  };
}
