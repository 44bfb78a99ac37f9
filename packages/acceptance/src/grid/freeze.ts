import { type TmuxPane, tmux } from '../machine/tmux.js';
import { setFlow } from './flow.js';

/**
 * Holds a pane's screen still until this is disposed, whatever its program draws: the terminal device
 * takes no more output, and the program waits as it does for a slow one. Stopping the process instead
 * would be seen by the shell that started it, and by tmux, and both would wake it.
 */
export async function freezePane(pane: TmuxPane): Promise<AsyncDisposable> {
  const device = (await tmux(pane.server, 'display-message', '-p', '-t', pane.target, '#{pane_tty}')).trim();
  await setFlow(device, 'stopped');
  return { [Symbol.asyncDispose]: () => setFlow(device, 'running') };
}
