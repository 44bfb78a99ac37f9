import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

/** What serves WebSockets below a path. */
export interface ServedSocket {
  /** Begins and ends with a slash. Two sockets never have paths of which one begins the other. */
  readonly path: string;
  /**
   * Takes a connection whose sender may talk to us. What it throws closes the connection with `attach_failed`. It has
   * to listen, or to pause the socket, before it waits for anything: frames that nobody hears are gone.
   */
  connect(socket: WebSocket, request: IncomingMessage): Promise<void>;
}
