import type { ConnectionState } from '../../src/client/terminal/connection-state.js';
import type { TerminalConnection } from '../../src/client/terminal/terminal-connection.js';

/** Waits until a connection is in a state. */
export function stateOf<S extends ConnectionState['status']>(
  connection: TerminalConnection,
  status: S,
): Promise<Extract<ConnectionState, { status: S }>> {
  return new Promise((resolve) => {
    const check = () => {
      const state = connection.getSnapshot();
      if (state.status !== status) return;
      stop();
      resolve(state as Extract<ConnectionState, { status: S }>);
    };
    const stop = connection.subscribe(check);
    check();
  });
}
