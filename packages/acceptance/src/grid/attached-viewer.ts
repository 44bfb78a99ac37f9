/// <reference path="../node-pty.d.ts" />
import { EventEmitter, once } from 'node:events';
import headless from '@xterm/headless';
import { type IPty, spawn } from 'node-pty';
import { socketArgs, type TmuxServer } from '../machine/tmux.js';
import type { Screen } from './cell.js';
import { readScreen } from './read-screen.js';
import type { View, Viewer } from './viewer.js';

/** A terminal attached to a tmux session as any terminal emulator is: tmux draws, it shows. */
export class AttachedViewer implements Viewer, AsyncDisposable {
  readonly terminal: InstanceType<typeof headless.Terminal>;
  readonly #client: IPty;
  readonly #exited: Promise<void>;
  readonly #drawnMore = new EventEmitter<{ drawn: [] }>();
  #drawnBytes = 0;

  /** `flags` are those of `tmux attach-session`. */
  constructor(server: TmuxServer, session: string, cols: number, rows: number, flags: readonly string[] = []) {
    this.terminal = new headless.Terminal({ cols, rows, allowProposedApi: true });
    const argv = ['-u', ...socketArgs(server), 'attach-session', ...flags, '-t', `=${session}`];
    const env = { ...server.env, TERM: 'xterm-256color' };
    this.#client = spawn('tmux', argv, { cols, rows, env, encoding: null });
    // With `encoding: null` the data is a Buffer, whatever the type says.
    this.#client.onData((data) => this.#draw(data as unknown as Buffer));
    this.#exited = new Promise((resolve) => this.#client.onExit(() => resolve()));
  }

  get clientPid(): number {
    return this.#client.pid;
  }

  screen(): Screen {
    return readScreen(this.terminal);
  }

  look(): View {
    return { screen: this.screen(), drawnBytes: this.#drawnBytes };
  }

  async drawn(bytes: number, withinMs: number): Promise<void> {
    const signal = AbortSignal.timeout(withinMs);
    while (this.#drawnBytes < bytes && !signal.aborted)
      await once(this.#drawnMore, 'drawn', { signal }).catch(() => {});
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

  #draw(data: Buffer): void {
    this.terminal.write(data, () => {
      this.#drawnBytes += data.length;
      this.#drawnMore.emit('drawn');
    });
  }
}
