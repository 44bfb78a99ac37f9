import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { socketArgs, type TmuxServer } from '../../machine/tmux.js';
import { findOnPath } from './find-on-path.js';
import { GRID } from './line.js';
import { SocketLine } from './socket.js';

/** First byte of every ttyd message, in both directions: terminal bytes, as opposed to titles, sizes and settings. */
const TERMINAL_BYTES = '0';

/** ttyd serving one session. */
export class Ttyd implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #port: number;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#port = port;
  }

  /** Undefined if ttyd is not installed. */
  static async start(server: TmuxServer, session: string): Promise<Ttyd | undefined> {
    const program = await findOnPath('ttyd');
    if (program === undefined) return undefined;
    const attach = ['tmux', '-u', ...socketArgs(server), 'attach-session', '-t', `=${session}`];
    const argv = ['--interface', '127.0.0.1', '--port', '0', '--writable', ...attach];
    const child = spawn(program, argv, { env: { ...server.env }, stdio: ['ignore', 'ignore', 'pipe'] });
    for await (const line of createInterface(child.stderr)) {
      const port = /Listening on port: (\d+)/.exec(line)?.[1];
      if (port === undefined) continue;
      // Nobody reads what it prints from here on, and a full pipe would stop it.
      child.stderr.resume();
      return new Ttyd(child, Number(port));
    }
    throw new Error('ttyd ended without saying on which port it listens');
  }

  connect(): TtydLine {
    return new TtydLine(new WebSocket(`ws://127.0.0.1:${this.#port}/ws`, 'tty'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
  }
}

export class TtydLine extends SocketLine {
  constructor(socket: WebSocket) {
    super('ttyd', socket);
    const size = { columns: GRID.cols, rows: GRID.rows };
    socket.on('open', () => socket.send(Buffer.from(JSON.stringify({ AuthToken: '', ...size }))));
  }

  send(keys: string): void {
    this.transmit(Buffer.from(TERMINAL_BYTES + keys));
  }

  protected handleMessage(data: Buffer): void {
    if (data[0] === TERMINAL_BYTES.charCodeAt(0)) this.deliver(data.subarray(1));
  }
}
