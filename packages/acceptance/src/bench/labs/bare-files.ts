import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { BareProgram } from '../bare-program.js';

const PROGRAM = fileURLToPath(new URL('../programs/bare-files.js', import.meta.url));

/** The smallest server of files there can be, with one page. */
export class BareFiles implements AsyncDisposable {
  readonly #program: BareProgram;
  readonly #socket: WebSocket;

  private constructor(program: BareProgram, socket: WebSocket) {
    this.#program = program;
    this.#socket = socket;
  }

  static async start(folder: string): Promise<BareFiles> {
    const program = await BareProgram.start(PROGRAM, { cwd: folder, env: {} });
    const socket = new WebSocket(`ws://127.0.0.1:${program.port}`);
    await once(socket, 'open');
    return new BareFiles(program, socket);
  }

  get pid(): number {
    return this.#program.pid;
  }

  send(type: string, payload: object): void {
    this.#socket.send(JSON.stringify({ type, payload }));
  }

  /** The next answer. */
  async next(): Promise<unknown> {
    const [data] = (await once(this.#socket, 'message')) as [WebSocket.RawData];
    return JSON.parse(String(data));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]();
    this.#socket.terminate();
  }
}
