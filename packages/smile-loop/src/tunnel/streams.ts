import type { Socket } from 'node:net';
import type { Frame } from './frames.js';
import { type StreamHost, TunnelStream } from './tunnel-stream.js';

/** The streams of one end of a tunnel by their ids, which grow. */
export class Streams {
  readonly #open = new Map<number, TunnelStream>();
  #last = 0;

  get size(): number {
    return this.#open.size;
  }

  get last(): number {
    return this.#last;
  }

  get bufferedBytes(): number {
    return [...this.#open.values()].reduce((sum, stream) => sum + stream.bufferedBytes, 0);
  }

  /** Takes the next id without a stream: one that is refused. */
  skip(id: number): void {
    this.#last = id;
  }

  add(id: number, socket: Socket, host: StreamHost): void {
    this.#last = id;
    this.#open.set(id, new TunnelStream(id, socket, host));
  }

  remove(stream: TunnelStream): void {
    this.#open.delete(stream.id);
  }

  /** In words how a frame breaks the protocol, if it does. What is still on its way to a closed stream is dropped. */
  take(frame: Frame): string | undefined {
    const stream = this.#open.get(frame.stream);
    if (stream !== undefined) return takeFrame(stream, frame);
    return frame.stream > this.#last ? `Stream ${frame.stream} was never opened.` : undefined;
  }

  destroyAll(): void {
    for (const stream of this.#open.values()) stream.destroy();
  }
}

function takeFrame(stream: TunnelStream, { kind, payload }: Frame): string | undefined {
  switch (kind) {
    case 'data':
      return stream.takeData(payload);
    case 'end':
      return stream.takeEnd();
    case 'credit':
      return stream.takeCredit(payload.readUInt32BE(0));
    case 'reset':
      return stream.takeReset();
    default:
      return `A ${kind} frame is for a stream that is open.`;
  }
}
