import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type TmuxPane, tmux } from '../machine/tmux.js';

const run = promisify(execFile);

/** Stops or starts the output of the terminal device that is named first, for whoever writes to it. */
const FLOW =
  'import os, sys, termios; termios.tcflow(os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY), getattr(termios, sys.argv[2]))';

/**
 * Holds a pane's screen still until this is disposed, whatever its program draws: the terminal device
 * takes no more output, and the program waits as it does for a slow one. Stopping the process instead
 * would be seen by the shell that started it, and by tmux, and both would wake it.
 */
export async function freezePane(pane: TmuxPane): Promise<AsyncDisposable> {
  const device = (await tmux(pane.server, 'display-message', '-p', '-t', pane.target, '#{pane_tty}')).trim();
  const flow = (action: 'TCOOFF' | 'TCOON') =>
    run('python3', ['-c', FLOW, device, action], { env: { ...pane.server.env } });
  await flow('TCOOFF');
  return {
    async [Symbol.asyncDispose]() {
      await flow('TCOON');
    },
  };
}
