/// <reference path="../node-pty.d.ts" />
import headless from '@xterm/headless';
import { type IPty, spawn } from 'node-pty';
import { socketArgs, type TmuxServer } from '../machine/tmux.js';
import type { Screen } from './cell.js';
import { readScreen } from './read-screen.js';

/** A terminal attached to a tmux session as any terminal emulator is: tmux draws, it shows. */
export class AttachedViewer implements AsyncDisposable {
  readonly terminal: InstanceType<typeof headless.Terminal>;
  readonly #client: IPty;
  readonly #exited: Promise<void>;

  /** `flags` are those of `tmux attach-session`. */
  constructor(server: TmuxServer, session: string, cols: number, rows: number, flags: readonly string[] = []) {
    this.terminal = new headless.Terminal({ cols, rows, allowProposedApi: true });
    const argv = ['-u', ...socketArgs(server), 'attach-session', ...flags, '-t', `=${session}`];
    const env = { ...server.env, TERM: 'xterm-256color' };
    this.#client = spawn('tmux', argv, { cols, rows, env });
    this.#client.onData((data) => this.terminal.write(data));
    this.#exited = new Promise((resolve) => this.#client.onExit(() => resolve()));
  }

  screen(): Screen {
    return readScreen(this.terminal);
  }

  resize(cols: number, rows: number): void {
    this.terminal.resize(cols, rows);
    this.#client.resize(cols, rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.kill();
    await this.#exited;
    this.terminal.dispose();
  }
}
