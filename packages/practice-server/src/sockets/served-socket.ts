import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

/** What serves WebSockets below a path. */
export interface ServedSocket {
  /** Begins and ends with a slash. No socket's path begins with that of another. */
  readonly path: string;
  /**
   * Takes a connection whose sender may talk to us. If it throws, the connection is closed with `attach_failed`. It has
   * to listen, or to pause the socket, before it waits for anything: frames without a listener are lost.
   */
  connect(socket: WebSocket, request: IncomingMessage): Promise<void>;
}
