import type { ServerResponse } from 'node:http';
import type { Scenario, Step } from './scenario.js';

/** Characters per delta: several deltas a sentence, as the real API sends them. */
const DELTA_CHARS = 24;

/** Sends one assistant message as server-sent events, block by block, waiting at the gates in between. */
export class MessageStream {
  readonly #response: ServerResponse;
  readonly #scenario: Scenario;
  #index = 0;
  #usedTool = false;

  constructor(response: ServerResponse, scenario: Scenario) {
    this.#response = response;
    this.#scenario = scenario;
  }

  async send(model: string, steps: readonly Step[]): Promise<void> {
    this.#response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    this.#emit('message_start', { message: emptyMessage(model) });
    for (const run of blocks(steps)) await this.#block(run);
    const stop_reason = this.#usedTool ? 'tool_use' : 'end_turn';
    this.#emit('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } });
    this.#emit('message_stop', {});
    this.#response.end();
  }

  async #block(steps: readonly Step[]): Promise<void> {
    const [first] = steps;
    if (first && 'tool' in first) return this.#tool(first);
    if (!steps.some((step) => 'text' in step)) return this.#waitAt(steps);
    this.#emit('content_block_start', { index: this.#index, content_block: { type: 'text', text: '' } });
    for (const step of steps) await this.#textStep(step);
    this.#emit('content_block_stop', { index: this.#index++ });
  }

  async #textStep(step: Step): Promise<void> {
    if ('hold' in step) return this.#waitAt([step]);
    if (!('text' in step)) return;
    for (const text of pieces(step.text)) {
      this.#emit('content_block_delta', { index: this.#index, delta: { type: 'text_delta', text } });
    }
  }

  async #waitAt(steps: readonly Step[]): Promise<void> {
    for (const step of steps) if ('hold' in step) await this.#scenario.gates.pass(step.hold);
  }

  #tool(step: { tool: string; input: Readonly<Record<string, unknown>> }): void {
    const index = this.#index++;
    this.#usedTool = true;
    const content_block = { type: 'tool_use', id: toolUseId(), name: step.tool, input: {} };
    this.#emit('content_block_start', { index, content_block });
    for (const partial_json of pieces(JSON.stringify(step.input))) {
      this.#emit('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } });
    }
    this.#emit('content_block_stop', { index });
  }

  #emit(type: string, data: Readonly<Record<string, unknown>>): void {
    this.#response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  }
}

/** Words and gates that follow each other belong to one text block; a tool is a block of its own. */
function blocks(steps: readonly Step[]): Step[][] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    const joins = last && !('tool' in step) && !last.some((other) => 'tool' in other);
    if (joins) last.push(step);
    else runs.push([step]);
  }
  return runs;
}

/** Cut between code points: a half surrogate would not survive JSON and UTF-8. */
function pieces(text: string): string[] {
  const points = [...text];
  const count = Math.ceil(points.length / DELTA_CHARS);
  return Array.from({ length: count }, (_, n) => points.slice(n * DELTA_CHARS, (n + 1) * DELTA_CHARS).join(''));
}

function toolUseId(): string {
  return `toolu_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;
}

/** The message before its first block, with the usage that a short conversation has. */
export function emptyMessage(model: string): Record<string, unknown> {
  return {
    id: `msg_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 1 },
  };
}
