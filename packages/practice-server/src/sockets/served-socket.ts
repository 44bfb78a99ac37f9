import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Caller } from '../access/guard.js';

/** What serves WebSockets below a path. */
export interface ServedSocket {
  /**
   * Begins with a slash. One that also ends with a slash serves everything below it, and another one itself alone. No
   * socket's path begins with that of another.
   */
  readonly path: string;
  /** Largest message in bytes; by default `MAX_FRAME_BYTES`. A larger one closes the connection with 1009. */
  readonly maxBytes?: number;
  /**
   * Takes a connection whose sender may talk to us. If it throws, the connection is closed with `attach_failed`. It has
   * to listen, or to pause the socket, before it waits for anything: frames without a listener are lost.
   */
  connect(socket: WebSocket, request: IncomingMessage, caller: Caller): Promise<void>;
}
