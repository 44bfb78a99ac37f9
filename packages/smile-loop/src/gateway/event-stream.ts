import { StringDecoder } from 'node:string_decoder';
import { AnswerFailed } from './reason.js';
import { type JsonObject, objectOf } from './vendors/json.js';

/** Characters of one event at most: far above what a vendor sends, and little enough for a server that never ends one. */
const MAX_EVENT_CHARS = 16 * 1024 * 1024;

/** Reads server-sent events out of bytes as they come, and takes each one's data as JSON. Throws where they are none. */
export class EventStreamReader {
  readonly #onEvent: (event: JsonObject) => void;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #data: string[] = [];

  constructor(onEvent: (event: JsonObject) => void) {
    this.#onEvent = onEvent;
  }

  push(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.write(Buffer.from(bytes))).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > MAX_EVENT_CHARS) throw new AnswerFailed('an event of it is too long');
    for (const line of lines) this.#line(line.replace(/\r$/, ''));
  }

  #line(line: string): void {
    if (line.startsWith('data:')) this.#data.push(line.slice('data:'.length).trimStart());
    if (line !== '' || this.#data.length === 0) return;
    const data = this.#data.join('\n');
    this.#data = [];
    if (data !== '[DONE]') this.#onEvent(objectOf(JSON.parse(data)));
  }
}
