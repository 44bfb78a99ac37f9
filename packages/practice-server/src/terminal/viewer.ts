import {
  CLOSE_CODES,
  type CloseName,
  type ErrorCode,
  encodeServerFrame,
  type ServerFrame,
} from '@agent-factory/protocol';
import { WebSocket } from 'ws';

/** The longest reason that RFC 6455 allows in a close frame, in bytes. */
const MAX_CLOSE_REASON_BYTES = 123;

/** The sending side of one browser's connection. Nothing here throws once the connection is gone. */
export class Viewer {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(frame: ServerFrame): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(encodeServerFrame(frame));
  }

  sendError(code: ErrorCode, message: string): void {
    this.send({ type: 'error', code, message });
  }

  /** `onSent` is called when the operating system has taken the bytes. */
  sendOutput(data: Buffer, onSent: () => void): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data, { binary: true }, onSent);
  }

  close(name: CloseName, reason = ''): void {
    const text = Buffer.from(reason)
      .subarray(0, MAX_CLOSE_REASON_BYTES)
      .toString()
      .replace(/\uFFFD$/, '');
    this.#socket.close(CLOSE_CODES[name].code, text);
  }
}
