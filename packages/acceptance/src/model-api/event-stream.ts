import type { ServerResponse } from 'node:http';

/** An answer made of server-sent events, each of them an object. */
export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  }

  /** An event whose kind is only in its data. */
  sendData(data: unknown): void {
    this.#response.write(`data: ${JSON.stringify(data)}\n\n`);
  }

  /** An event whose kind is before its data and in it. */
  send(type: string, data: Readonly<Record<string, unknown>> = {}): void {
    this.#response.write(`event: ${type}\n`);
    this.sendData({ type, ...data });
  }

  end(): void {
    this.#response.end();
  }
}
