import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import type { TmuxServer } from '../../machine/tmux.js';
import { SocketLine } from './socket.js';

const PROGRAM = fileURLToPath(new URL('./bare-bridge.js', import.meta.url));

/** The smallest bridge there can be, in its own process as the daemon is. */
export class BareBridge implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #port: number;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#port = port;
  }

  static async start(env: TmuxServer['env']): Promise<BareBridge> {
    const child = spawn(process.execPath, [PROGRAM], { env: { ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return new BareBridge(child, Number(line));
  }

  /** Answers every plain request at once, with a refusal. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  connect({ socket }: TmuxServer, session: string): BareLine {
    return new BareLine(new WebSocket(`${this.url.replace('http', 'ws')}/${encodeURIComponent(socket)}/${session}`));
  }

  /** It ends with its standard input. */
  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.stdin?.end();
    await ended;
  }
}

export class BareLine extends SocketLine {
  constructor(socket: WebSocket) {
    super('bare', socket);
  }

  send(keys: string): void {
    this.transmit(Buffer.from(keys));
  }

  protected handleMessage(data: Buffer): void {
    this.deliver(data);
  }
}
