import { type TmuxPane, tmux } from '../machine/tmux.js';
import { setFlow } from './flow.js';

/** How many hold each device still: it goes on with the last of them. */
const held = new Map<string, number>();

/**
 * Holds a pane's screen still until this is disposed, whatever its program draws: the terminal device
 * takes no more output, and the program waits as it does for a slow one. Stopping the process instead
 * would be seen by the shell that started it, and by tmux, and both would wake it.
 */
export async function freezePane(pane: TmuxPane): Promise<AsyncDisposable> {
  return holdStill((await tmux(pane.server, 'display-message', '-p', '-t', pane.target, '#{pane_tty}')).trim());
}

/** Stops a terminal device, by `set`, until the last who holds it still has disposed of this. */
export async function holdStill(device: string, set = setFlow): Promise<AsyncDisposable> {
  countHolds(device, 1);
  try {
    await set(device, 'stopped');
  } catch (error) {
    countHolds(device, -1);
    throw error;
  }
  return {
    async [Symbol.asyncDispose]() {
      if (countHolds(device, -1) === 0) await set(device, 'running');
    },
  };
}

function countHolds(device: string, change: 1 | -1): number {
  const holds = (held.get(device) ?? 0) + change;
  if (holds === 0) held.delete(device);
  else held.set(device, holds);
  return holds;
}
