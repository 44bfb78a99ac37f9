import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import type { TmuxServer } from '../../machine/tmux.js';
import { BareProgram } from '../bare-program.js';
import { SocketLine } from './socket.js';

const PROGRAM = fileURLToPath(new URL('./bare-bridge.js', import.meta.url));

/** The smallest bridge there can be. */
export class BareBridge implements AsyncDisposable {
  readonly #program: BareProgram;

  private constructor(program: BareProgram) {
    this.#program = program;
  }

  static async start(env: TmuxServer['env']): Promise<BareBridge> {
    return new BareBridge(await BareProgram.start(PROGRAM, { env: { ...env } }));
  }

  connect({ socket }: TmuxServer, session: string): BareLine {
    return new BareLine(new WebSocket(`ws://127.0.0.1:${this.#program.port}/${encodeURIComponent(socket)}/${session}`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]();
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
