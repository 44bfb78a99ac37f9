/// <reference path="../../node-pty.d.ts" />
import { type IPty, spawn } from 'node-pty';
import { socketArgs, type TmuxServer } from '../../machine/tmux.js';
import { GRID, type Grid, Line } from './line.js';

/** What the package offers beyond its declarations: an end that also closes its descriptor. */
type ByteTerminal = IPty & { destroy(): void };

/** `tmux attach` read from its PTY: what a terminal on the desktop has, without its painting. */
export class NativeLine extends Line {
  readonly #client: ByteTerminal;
  readonly #exited: Promise<void>;

  constructor(server: TmuxServer, session: string, grid?: Grid) {
    super('native');
    this.#client = attachClient(server, session, grid) as ByteTerminal;
    // With `encoding: null` the data is a Buffer, whatever the type says.
    this.#client.onData((data) => this.deliver(data as unknown as Buffer));
    this.#exited = new Promise((resolve) => this.#client.onExit(() => resolve()));
  }

  send(keys: string): void {
    this.#client.write(keys);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.destroy();
    await this.#exited;
  }
}

/** A tmux client of the session in a PTY, its output as bytes. */
export function attachClient(server: TmuxServer, session: string, grid = GRID): IPty {
  return spawn('tmux', ['-u', ...socketArgs(server), 'attach-session', '-t', `=${session}`], {
    name: 'xterm-256color',
    ...grid,
    env: { ...server.env },
    encoding: null,
  });
}
