import { type AnswerWriter, newId, pieces } from '../answer.js';
import type { EventStream } from '../event-stream.js';
import type { ToolCall } from '../scenario.js';

type Item = Readonly<Record<string, unknown>>;

/** One response of the Responses API as events, item by item. */
export class ResponseWriter implements AnswerWriter {
  readonly #stream: EventStream;
  readonly #response: Item;
  readonly #output: Item[] = [];
  #itemId = '';
  #text = '';

  constructor(stream: EventStream, model: string) {
    this.#stream = stream;
    this.#response = { id: newId('resp'), object: 'response', model };
  }

  begin(): void {
    this.#send('response.created', { response: { ...this.#response, status: 'in_progress', output: [] } });
  }

  openText(): void {
    this.#itemId = newId('msg');
    this.#text = '';
    this.#send('response.output_item.added', { item: message(this.#itemId, []) });
    this.#sendPart('response.content_part.added', { part: words('') });
  }

  text(delta: string): void {
    this.#text += delta;
    this.#sendPart('response.output_text.delta', { delta });
  }

  closeText(): void {
    this.#sendPart('response.output_text.done', { text: this.#text });
    this.#sendPart('response.content_part.done', { part: words(this.#text) });
    this.#finish(message(this.#itemId, [words(this.#text)]));
  }

  tool({ tool, group, input }: ToolCall): void {
    const name = { call_id: newId('call'), name: tool, ...(group !== undefined && { namespace: group }) };
    if (typeof input === 'string') this.#freeform({ ...name, input });
    else this.#call(name, JSON.stringify(input));
  }

  end(): void {
    const whole = { ...this.#response, status: 'completed', output: this.#output, usage: USAGE };
    this.#stream.send('response.completed', { response: whole });
  }

  #call(name: Item, whole: string): void {
    const item_id = newId('fc');
    const call = { type: 'function_call', id: item_id, ...name };
    this.#send('response.output_item.added', { item: { ...call, arguments: '' } });
    for (const delta of pieces(whole)) this.#send('response.function_call_arguments.delta', { item_id, delta });
    this.#send('response.function_call_arguments.done', { item_id, arguments: whole });
    this.#finish({ ...call, arguments: whole, status: 'completed' });
  }

  #freeform(call: Item): void {
    const item = { type: 'custom_tool_call', id: newId('ctc'), status: 'completed', ...call };
    this.#send('response.output_item.added', { item });
    this.#finish(item);
  }

  #finish(item: Item): void {
    this.#send('response.output_item.done', { item });
    this.#output.push(item);
  }

  #sendPart(type: string, data: Item): void {
    this.#send(type, { item_id: this.#itemId, content_index: 0, ...data });
  }

  #send(type: string, data: Item): void {
    this.#stream.send(type, { output_index: this.#output.length, ...data });
  }
}

/** What a short conversation uses, in tokens. */
const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
};

function message(id: string, content: readonly Item[]): Item {
  return { type: 'message', id, role: 'assistant', content };
}

function words(text: string): Item {
  return { type: 'output_text', text, annotations: [] };
}
