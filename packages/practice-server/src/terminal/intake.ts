import type { RawData, WebSocket } from 'ws';

/** A message as it arrived. */
export interface Message {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/**
 * Passes on the messages of a socket one by one, in order. While one is being handled, the socket is not
 * read, so that whoever sends faster than we pass on waits on their own side of the network.
 */
export class Intake {
  readonly #socket: WebSocket;
  readonly #take: (message: Message) => Promise<unknown> | undefined;
  /** What had already been read when the socket was paused: a few frames at most. */
  readonly #waiting: Message[] = [];
  #busy = false;

  constructor(socket: WebSocket, take: (message: Message) => Promise<unknown> | undefined) {
    this.#socket = socket;
    this.#take = take;
    socket.on('message', (data, isBinary) => this.#handleMessage({ data: toBuffer(data), isBinary }));
  }

  /** Whether it waits for us: then the other side is not to blame for its silence. */
  get busy(): boolean {
    return this.#busy;
  }

  #handleMessage(message: Message): void {
    if (this.#busy) this.#waiting.push(message);
    else this.#hand(message);
  }

  #hand(message: Message): void {
    const patience = this.#take(message);
    if (patience === undefined) return;
    this.#busy = true;
    this.#socket.pause();
    void patience.then(() => this.#goOn());
  }

  #goOn(): void {
    this.#busy = false;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#hand(next);
      if (this.#busy) return;
    }
    this.#socket.resume();
  }
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
