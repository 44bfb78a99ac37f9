import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RelayedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** What becomes of a request: it goes on to ChromaDB, is never answered, or fails on the way. */
export type Fate = 'passed' | 'held' | 'broken';

/** Stands between the keeper and a real ChromaDB on the loopback: sees each request, and can hold it or break it off. */
export class ChromaRelay implements AsyncDisposable {
  readonly seen: RelayedRequest[] = [];
  /** Decides on each request before ChromaDB sees it. */
  fate: (request: RelayedRequest) => Fate | Promise<Fate> = () => 'passed';
  /** Requests whose caller has gone away before the answer. */
  left = 0;
  readonly #target: number;
  readonly #server: Server;

  static async make(targetPort: number): Promise<ChromaRelay> {
    const relay = new ChromaRelay(targetPort);
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  private constructor(targetPort: number) {
    this.#target = targetPort;
    this.#server = createServer((incoming, outgoing) => {
      this.#serve(incoming, outgoing).catch(() => outgoing.destroy());
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** How often the collection was asked this, such as `add`. */
  count(action: string): number {
    return this.seen.filter(({ path }) => path.endsWith(`/${action}`)).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.on('close', () => {
      if (!outgoing.writableEnded) this.left += 1;
    });
    const body = await buffer(incoming);
    const { method = '', url: path = '', headers } = incoming;
    const seen = { method, path, authorization: headers.authorization, body: body.toString() };
    this.seen.push(seen);
    const fate = await this.fate(seen);
    if (fate === 'broken') outgoing.destroy();
    if (fate !== 'passed') return;
    const onward = request({ host: '127.0.0.1', port: this.#target, method, path, headers });
    const answered = once(onward, 'response');
    onward.end(body);
    const [answer] = (await answered) as [IncomingMessage];
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    outgoing.end(await buffer(answer));
  }
}
